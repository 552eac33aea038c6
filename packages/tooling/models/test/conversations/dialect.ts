import type { Attempts, CallTool, ModelTool } from '@toolwire/models';

/** A call with the id that the model gives it. */
export interface Asked {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** The answer to a call, as the model reads it. */
export interface Answered {
  readonly id: string;
  readonly text: string;
  /** Absent if the API has no flag for failures. */
  readonly isError?: boolean;
}

/** A conversation to be had. */
export interface Setting {
  /** Where the model is. */
  readonly url: string;
  readonly tools: readonly ModelTool[];
  readonly call: CallTool;
  readonly attempts: Attempts;
  readonly signal: AbortSignal;
}

/** How an interface is spoken, by its SDK. */
export interface Dialect {
  /** What a model says that makes these calls, or none: then it is done. */
  say(calls: readonly Asked[], turn: number): object;
  /** Has the conversation until the model is done. */
  converse(setting: Setting): Promise<unknown>;
  /** All answers in a request of the SDK. */
  read(request: unknown): readonly Answered[];
  /** Whether arguments are texts, which need not be JSON. */
  readonly hasTexts: boolean;
  /** Whether the SDK runs the tools itself. Then it throws when the caller disconnects. */
  readonly hasLoop: boolean;
  /** Whether the model's server keeps what was said, so that a request has only what is new. */
  readonly isKept?: boolean;
}

/** What an SDK sends as an answer: a text of this package, or its own text. */
export function writtenText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** The arguments as a text, as interfaces have them that know no other. */
export function textOf({ input }: Asked): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
