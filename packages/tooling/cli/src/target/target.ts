import { setTimeout } from 'node:timers/promises';
import type { CallContext, CallResult, ListedTool } from '@toolwire/client';
import type { AnswerQuestion } from '../terminal/elicit.ts';
import { countOf, safeLine } from '../terminal/terminal-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';

/** A tool of a target, with the details that only some protocols have. */
export interface CliTool extends ListedTool {
  readonly title?: string;
  readonly annotations?: {
    readonly readOnly?: boolean;
    readonly destructive?: boolean;
    readonly idempotent?: boolean;
    readonly openWorld?: boolean;
  };
}

export interface TargetCall {
  readonly tool: CliTool;
  readonly input: Readonly<Record<string, unknown>>;
  /** The call ID. Default: a random ID. MCP has no call IDs. */
  readonly callId?: string;
  readonly attempts: number;
  /** Tokens, secrets and a user ID for the tool. */
  readonly context: CallContext;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Answers questions of the server during the call, instead of the user. */
  readonly answerQuestion?: AnswerQuestion;
  /** Receives the progress, instead of the user. */
  readonly onProgress?: (done: number, total: number | undefined, message: string | undefined) => void;
}

export interface Target {
  readonly wire: 'otc' | 'mcp' | 'arcade' | 'saved';
  /** The URL, file or command, for messages. */
  readonly address: string;
  readonly serverName?: string | undefined;
  readonly tools: readonly CliTool[];
  /** Problems in the listing. */
  readonly warnings: readonly string[];
  /** Rejects only if the user interrupts or the connection fails. */
  readonly call: (call: TargetCall) => Promise<CallResult>;
  readonly close: () => Promise<void>;
}

/** A target, or why its URL does not support the protocol. */
export type ProbeResult =
  | { readonly isTarget: true; readonly target: Target }
  | { readonly isTarget: false; readonly reason: string };

/** The names of sources of tools: the protocols, and a saved listing. */
export const sourceNames: ReadonlyMap<string, string> = new Map([
  ['otc', 'OTC'],
  ['mcp', 'MCP'],
  ['arcade', 'Arcade'],
  ['saved', 'a saved listing'],
]);

/** Describes a target, such as `2 tools at http://127.0.0.1:3000 over OTC`. */
export function describeSource({
  tools,
  address,
  wire,
}: Pick<Target, 'address' | 'wire'> & { readonly tools: readonly unknown[] }): string {
  const description = `${countOf(tools.length, 'tool')} at ${safeLine(address)}`;
  return wire === 'saved' ? description : `${description} over ${sourceNames.get(wire)}`;
}

/** Lists the requirements of a tool, such as `secret API_KEY`. */
export function describeRequirements({ requirements = {} }: ListedTool): readonly string[] {
  const { authorization = [], secrets = [], userId } = requirements;
  return [
    ...authorization.map(({ id }) => `authorization ${id}`),
    ...secrets.map(({ id }) => `secret ${id}`),
    ...(userId === true ? ['user id'] : []),
  ];
}

const retryStepMs = 250;
const maxRetryWaitMs = 60_000;

/** Repeats a call while its failure or refusal is retryable. The Open Tool Calling client has its own retries. */
export async function retryFailures(
  attempts: number,
  run: (attempt: number) => Promise<CallResult>,
  { note, signal }: Pick<ConnectionSettings, 'note' | 'signal'>,
): Promise<CallResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await run(attempt);
    if (attempt >= attempts || (result.kind !== 'failed' && result.kind !== 'refused')) return result;
    const {
      canRetry,
      retryAfterMs = retryStepMs * attempt,
      message,
    } = result.kind === 'failed' ? result.failure : result;
    // A failure that needs changed input is not retried with the same input.
    const needsChange = result.kind === 'failed' && result.failure.additionalPromptContent !== undefined;
    if (!canRetry || needsChange || retryAfterMs > maxRetryWaitMs) return result;
    note(`retrying in ${Math.ceil(retryAfterMs)} ms: ${safeLine(message)}\n`);
    await setTimeout(retryAfterMs, undefined, { signal });
  }
}
