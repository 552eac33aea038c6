import type { ModelTool, ModelToolsOptions, ToolCaller, TurnOptions } from '@toolwire/models';

/** A call as any model makes it. */
interface Called {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The result in the format of an API. */
interface Read {
  readonly id: string | undefined;
  readonly text: string;
  /** Absent if the API has no flag for failures. */
  readonly isError?: boolean;
  /** The value of the tool, if the API has a field for it next to the text. */
  readonly value?: unknown;
}

/** An interface's tools, whichever it is. */
interface Made {
  readonly names: readonly string[];
  readonly schemas: readonly unknown[];
  readonly strict: readonly boolean[];
  answer(calls: readonly Called[], turn?: TurnOptions): Promise<readonly Read[]>;
}

/** Hands tools to an interface. */
export type Make = (tools: readonly ModelTool[], caller: ToolCaller, options?: ModelToolsOptions) => Promise<Made>;
