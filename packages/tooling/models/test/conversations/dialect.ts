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
  /** The message of a model with these calls. Without calls it is done. */
  say(calls: readonly Asked[], turn: number): object;
  /** Has the conversation until the model is done. */
  converse(setting: Setting): Promise<unknown>;
  /** All answers in a request of the SDK. */
  read(request: unknown): readonly Answered[];
  /** Whether arguments are strings, which need not be JSON. */
  readonly hasTexts: boolean;
  /** Whether the SDK runs the tools itself. Then it throws when the caller disconnects. */
  readonly hasLoop: boolean;
  /** Whether the server of the model stores the conversation, so that a request contains only new messages. */
  readonly isKept?: boolean;
}

/** The answer that an SDK sends: a message of this package, or its own message. */
export function writtenText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** The arguments as a string, for APIs that have no other form. */
export function textOf({ input }: Asked): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
