// Written by `toolwire gen` from a listing of tools: change the tools, and write it anew.
import { type CallsOf, type ClientOptions, createClient, type TypedClient } from '@toolwire/client';

/** What Calculator.Add takes. */
export type CalculatorAddV1_0_0Input = {
  readonly a: number;
  readonly b: number;
};

/** What Calculator.Add returns. */
export type CalculatorAddV1_0_0Output = number;

/** Adds two numbers. */
export interface CalculatorAddV1_0_0 {
  readonly id: "Calculator.Add";
  readonly version: "1.0.0";
  run(input: CalculatorAddV1_0_0Input): CalculatorAddV1_0_0Output;
}

/** What Calculator.Add takes. */
export type CalculatorAddInput = {
  readonly a: number;
  readonly b: number;
  readonly c?: string | undefined;
};

/** What Calculator.Add returns. */
export type CalculatorAddOutput = number;

/** Adds two numbers. */
export interface CalculatorAdd {
  readonly id: "Calculator.Add";
  readonly version: "1.1.0";
  run(input: CalculatorAddInput): CalculatorAddOutput;
}

/** What Greeter.Forget takes. */
export type GreeterForgetInput = {
  readonly a: number;
  readonly b: number;
};

/** What Greeter.Forget returns. */
export type GreeterForgetOutput = null;

/** Adds two numbers. */
export interface GreeterForget {
  readonly id: "Greeter.Forget";
  readonly version: "1.0.0";
  run(input: GreeterForgetInput): GreeterForgetOutput;
}

/** What Search.Find takes. */
export type SearchFindInput = {
  /** What to look for. */
  readonly text: string;
  readonly limit?: number | undefined;
  readonly sort?: "newest" | "oldest" | undefined;
  readonly "not-a-word"?: boolean | null | undefined;
  readonly where?: {
    readonly city: string;
  } | readonly number[] | undefined;
  /** @deprecated */
  readonly old?: string | undefined;
};

/** What Search.Find returns. */
export type SearchFindOutput = {
  readonly found: readonly SearchFindOutputThing[];
  readonly more?: Readonly<Record<string, string>>;
};

type SearchFindOutputThing = {
  readonly name: string;
  readonly parts?: readonly SearchFindOutputThing[];
};

/**
 * Finds things.
 * Not *\/ everything.
 */
export interface SearchFind {
  readonly id: "Search.Find";
  readonly version: "2.1.0";
  run(input: SearchFindInput): SearchFindOutput;
}

/** Every tool, for `createClient<ServerTools>(options)`. */
export type ServerTools = readonly (
  | CalculatorAddV1_0_0
  | CalculatorAdd
  | GreeterForget
  | SearchFind
)[];

/** Makes a client that knows these tools. */
export function createToolsClient(options: ClientOptions): TypedClient<CallsOf<ServerTools>> {
  return createClient<ServerTools>(options);
}
