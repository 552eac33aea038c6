import type { Attempts, CallTool, ModelTool } from '@toolwire/models';

/** A call with the ID of the model. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** The answer to a call, as the model reads it. */
export interface ToolAnswer {
  readonly id: string;
  readonly text: string;
  /** Absent if the API has no flag for failures. */
  readonly isError?: boolean;
}

/** The settings of a conversation. */
export interface ConversationSettings {
  /** The URL of the model. */
  readonly url: string;
  readonly tools: readonly ModelTool[];
  readonly call: CallTool;
  readonly attempts: Attempts;
  readonly signal: AbortSignal;
}

/** An API, used with its SDK. */
export interface Dialect {
  /** The message of a model with these calls. Without calls it is done. */
  modelMessage(calls: readonly ModelToolCall[], turn: number): object;
  /** Runs the conversation until the model makes no more calls. */
  converse(setting: ConversationSettings): Promise<unknown>;
  /** All answers in a request of the SDK. */
  read(request: unknown): readonly ToolAnswer[];
  /** Whether arguments are strings, which need not be JSON. */
  readonly hasTextArguments: boolean;
  /** Whether the SDK runs the tools itself. Then it throws when the caller disconnects. */
  readonly hasLoop: boolean;
  /** Whether the server of the model stores the conversation, so that a request contains only new messages. */
  readonly isStored?: boolean;
}

/** The answer that an SDK sends: a message of this package, or its own message. */
export function writtenText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** The arguments as a string, for APIs that have no other form. */
export function textOf({ input }: ModelToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
