import { randomUUID } from 'node:crypto';
import { type Progress, ProtocolError } from '@modelcontextprotocol/client';
import type { CallContext, CallResult } from '@toolwire/client';
import { type Fields, isObject, paramHeaders } from '@toolwire/internal';
import { resultMetaKey, rpcCodes } from '@toolwire/mcp/internal';
import { usageError } from '../cli-error.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { retryFailures } from '../target/retry-failures.ts';
import type { TargetCall } from '../target/target.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { answerAll, createAnswerQuestion } from './answer-questions.ts';
import { readResult } from './read-result.ts';
import type { McpSession } from './session.ts';

/** Calls a tool. Retries if a toolwire server marks the failure as retryable, which MCP itself can't. */
export async function callTool(
  session: McpSession,
  toolCall: TargetCall,
  settings: ConnectionSettings,
): Promise<CallResult> {
  refuseContext(toolCall.context);
  const callId = randomUUID();
  const callWith = (attempts: number): Promise<CallResult> =>
    callOnce(session, toolCall, { callId, attempts }, settings);
  return retryFailures(toolCall.attempts, callWith, settings);
}

/** Refuses secrets, tokens and a user ID, because a request of MCP can't have them. */
export function refuseContext(context: CallContext): void {
  if (!hasContext(context)) return;
  throw usageError("MCP doesn't support secrets, tokens or user IDs. Use --wire otc or --wire arcade.");
}

/** Whether a call has secrets, tokens or a user ID. */
export function hasContext({ secrets = [], authorization = [], userId }: CallContext): boolean {
  return secrets.length > 0 || authorization.length > 0 || userId !== undefined;
}

const maxRounds = 20;

async function callOnce(
  session: McpSession,
  toolCall: TargetCall,
  base: { readonly callId: string; readonly attempts: number },
  settings: ConnectionSettings,
): Promise<CallResult> {
  const { tool, input, signal, onProgress, answerQuestion = createAnswerQuestion(settings) } = toolCall;
  const options = {
    headers: paramHeaders(tool.inputSchema, input),
    onProgress: (progress: Progress) => reportProgress(progress, onProgress, settings.note),
    answerQuestion: toolCall.answerQuestion,
    ...(signal !== undefined && { signal }),
  };
  let answers: Fields = {};
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      const params = { name: tool.name, arguments: input, ...answers, _meta: resultMeta };
      const result = await session.request('tools/call', params, options);
      if (!isObject(result) || result['resultType'] !== 'input_required') return readResult(result, base);
      const { inputRequests, requestState } = result;
      answers = { inputResponses: await answerAll(inputRequests, answerQuestion), requestState };
    }
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown;
    const isFinal = thrown.code === rpcCodes.invalidParams || thrown.code === rpcCodes.missingCapability;
    const message = thrown.message;
    return { ...base, kind: 'refused', code: 'rejected', message, ran: isFinal ? 'no' : 'unknown', canRetry: false };
  }
  const message = `The server still requests input after ${maxRounds} rounds.`;
  return { ...base, kind: 'refused', code: 'invalid_response', message, ran: 'unknown', canRetry: false };
}

// Asks a toolwire server for the details of the result; other servers ignore it.
const resultMeta = { [resultMetaKey]: true };

function reportProgress(
  { progress, total, message }: Progress,
  onProgress: TargetCall['onProgress'],
  note: (text: string) => void,
): void {
  if (onProgress !== undefined) return onProgress(progress, total, message);
  const share = total === undefined ? `${progress}` : `${progress}/${total}`;
  note(`${safeLine(message === undefined ? share : `${share} ${message}`)}\n`);
}
