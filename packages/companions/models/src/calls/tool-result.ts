/** How a call ended, as far as a model is told: the results of `@toolwire/client` fit, and so do the outcomes of a server. */
export type ToolResult =
  | { readonly kind: 'value'; readonly value: unknown }
  /** The tool ran and failed. */
  | { readonly kind: 'failed'; readonly failure: ToolFailure }
  /** The input does not fit. */
  | { readonly kind: 'invalid'; readonly message: string; readonly parameterErrors: Readonly<Record<string, string>> }
  /** There is no answer of the tool. */
  | RefusedCall
  /** The output is stored, to be fetched from elsewhere. */
  | { readonly kind: 'artifact'; readonly artifact: StoredOutput }
  /** The work goes on. */
  | { readonly kind: 'deferred'; readonly task: { readonly id: string } }
  /** The tool asks for what this call cannot give. */
  | { readonly kind: 'input_required' };

/** How a tool failed. What it says to developers is nothing for models, and never told to them. */
export interface ToolFailure {
  readonly message: string;
  readonly canRetry?: boolean;
  readonly additionalPromptContent?: string;
  readonly retryAfterMs?: number;
}

/** Why there is no answer of a tool. */
export interface RefusedCall {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
  /** Whether the tool may have run all the same; `no` if left out. */
  readonly ran?: 'no' | 'unknown';
  readonly canRetry?: boolean;
  readonly retryAfterMs?: number;
  readonly missing?: { readonly authorization?: readonly { readonly id: string; readonly url?: string }[] };
}

/** Where a stored output is. */
export interface StoredOutput {
  readonly url: string;
  readonly contentType: string;
  readonly size: number;
  readonly description: string;
  readonly name?: string;
}

/** What goes along with a call. */
export interface CallFacts {
  /** The same for the same call of the same model, where that has told one by which calls can be known again. */
  readonly callId?: string;
  readonly signal?: AbortSignal;
}

/** Calls a tool by its id. */
export type CallTool = (
  toolId: string,
  input: Readonly<Record<string, unknown>>,
  facts: CallFacts,
) => Promise<ToolResult>;

/** What calls tools: a client of `@toolwire/client`, what `createCaller` of `@toolwire/server` makes, or a function of your own. */
export type ToolCaller = CallTool | CallingClient;

/** What calls tools by its method `call`, whichever ids its types know. */
export interface CallingClient {
  call(toolId: string, input: Readonly<Record<string, unknown>>, facts: CallFacts): Promise<ToolResult>;
}
