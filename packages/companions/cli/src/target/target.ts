import type { CallContext, CallResult, ListedTool } from '@toolwire/client';
import type { AnswerQuestion } from './mcp-connection.ts';

/** A tool of a target, with what only some protocols tell of it. */
export interface CliTool extends ListedTool {
  readonly annotations?: { readonly readOnly?: boolean; readonly destructive?: boolean; readonly idempotent?: boolean };
}

/** A call that a target is asked for. */
export interface AskedCall {
  readonly tool: CliTool;
  readonly input: Readonly<Record<string, unknown>>;
  /** How many times it may be sent in all. */
  readonly attempts: number;
  /** Tokens, secrets and a user id for the tool. */
  readonly context: CallContext;
  /** Calls it off. */
  readonly signal?: AbortSignal;
  /** Answers what the server asks during it, instead of the person. */
  readonly answerQuestion?: AnswerQuestion;
  /** Hears how far it is, instead of the person. */
  readonly onProgress?: (done: number, total: number | undefined, message: string | undefined) => void;
}

/** Something that has tools. */
export interface Target {
  readonly wire: 'otc' | 'mcp' | 'arcade' | 'saved';
  /** As a person would name it. */
  readonly address: string;
  /** What the server calls itself, where it says so. */
  readonly serverName?: string | undefined;
  readonly tools: readonly CliTool[];
  /** What made no sense in the listing. */
  readonly warnings: readonly string[];
  /** Rejects only when the user interrupts, or when there is nobody to answer. */
  readonly call: (asked: AskedCall) => Promise<CallResult>;
  /** Leaves nothing behind. */
  readonly close: () => Promise<void>;
}

/** Where the tools of a target come from, when it is no target of its wire at all. */
type NotOne = { readonly isTarget: false; readonly why: string };

/** A target, or why there is none of the wire that was tried. */
export type Tried = ({ readonly isTarget: true } & { readonly target: Target }) | NotOne;
