import type {
  CallTool,
  ModelTool,
  ModelToolSource,
  ModelToolsOptions,
  ToolCaller,
  TurnOptions,
} from '@toolwire/models';

/** A call of a model, independent of its API. */
interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The result in the format of an API. */
interface ApiAnswer {
  readonly id: string | undefined;
  readonly text: string;
  /** Absent if the API has no flag for failures. */
  readonly isError?: boolean;
  /** The value of the tool, if the API has a field for it next to the text. */
  readonly value?: unknown;
}

/** The tools of an API, in the same form for every API. */
interface ApiTools {
  readonly names: readonly string[];
  readonly schemas: readonly unknown[];
  readonly strict: readonly boolean[];
  answer(calls: readonly ModelToolCall[], turn?: TurnOptions): Promise<readonly ApiAnswer[]>;
}

/** Converts tools for an API. */
export type CreateApiTools = (
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options?: ModelToolsOptions,
) => Promise<ApiTools>;

/** Tools with their caller. */
export function callable(tools: readonly ModelTool[], caller: ToolCaller): ModelToolSource {
  const call: CallTool = (...args) => (typeof caller === 'function' ? caller(...args) : caller.call(...args));
  return { tools, call };
}
