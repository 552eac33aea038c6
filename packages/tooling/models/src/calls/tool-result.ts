import type { ArtifactOutcome } from '@toolwire/core';

/** The result of a call: a result of `@toolwire/client` or an outcome of a server. */
export type ToolResult =
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** The blocks that the tool added with `withContent`. Models read their texts instead of the value. */
      readonly content?: readonly { readonly type: string; readonly text?: string }[];
    }
  /** The tool ran and failed. */
  | { readonly kind: 'failed'; readonly failure: ToolFailure }
  /** The input is invalid. */
  | { readonly kind: 'invalid'; readonly message: string; readonly parameterErrors: Readonly<Record<string, string>> }
  /** The call did not reach the tool, or its response was lost. */
  | RefusedCall
  /** The output is stored under a URL. */
  | { readonly kind: 'artifact'; readonly artifact: StoredOutput }
  /** The tool runs as a background task. */
  | { readonly kind: 'deferred'; readonly task: { readonly id: string } }
  /** The tool needs user input. */
  | { readonly kind: 'input_required' };

/** How a tool failed. Messages for developers are not part of it, because models read it. */
export interface ToolFailure {
  readonly message: string;
  readonly canRetry?: boolean;
  readonly additionalPromptContent?: string;
  readonly retryAfterMs?: number;
}

/** Why a call has no response from its tool. */
export interface RefusedCall {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
  /** Whether the tool may have run anyway. Default: `no`. */
  readonly ran?: 'no' | 'unknown';
  readonly canRetry?: boolean;
  readonly retryAfterMs?: number;
  readonly missing?: { readonly authorization?: readonly { readonly id: string; readonly url?: string }[] };
}

/** A stored output. */
export type StoredOutput = ArtifactOutcome['artifact'];
