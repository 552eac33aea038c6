import { setTimeout } from 'node:timers/promises';
import type { CallResult } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import { safeLine } from '../safe-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { RpcError } from './mcp-connection.ts';
import { answerAll, createQuestions } from './mcp-questions.ts';
import { readMcpResult } from './mcp-result.ts';
import { type McpSession, paramHeaders } from './mcp-session.ts';
import type { AskedCall } from './target.ts';

/** Calls a tool of MCP, again where a server of toolwire says that it may work then: the protocol itself has no word for it. */
export async function callMcp(
  session: McpSession,
  asked: AskedCall,
  callId: string,
  settings: ConnectionSettings,
): Promise<CallResult> {
  const { note, signal } = settings;
  const { context, attempts } = asked;
  if ((context.secrets ?? []).length > 0 || (context.authorization ?? []).length > 0 || context.userId !== undefined) {
    throw usageError('MCP carries no secrets, tokens or user ids of tools: call by otc or arcade.');
  }
  for (let attempt = 1; ; attempt += 1) {
    const result = await callOnce(session, asked, { callId, attempts: attempt }, settings);
    if (result.kind !== 'failed' || attempt >= attempts) return result;
    // As the protocols have it: what must change first is not sent again as it was.
    const { canRetry, additionalPromptContent, retryAfterMs = 250 * attempt, message } = result.failure;
    if (!canRetry || additionalPromptContent !== undefined || retryAfterMs > longestWaitMs) return result;
    note(`again in ${Math.ceil(retryAfterMs)} ms: ${safeLine(message)}\n`);
    await setTimeout(retryAfterMs, undefined, { signal });
  }
}

const longestWaitMs = 60_000;
const mostRounds = 20;

async function callOnce(
  session: McpSession,
  asked: AskedCall,
  facts: { readonly callId: string; readonly attempts: number },
  settings: ConnectionSettings,
): Promise<CallResult> {
  const { tool, input, signal, onProgress, answerQuestion = createQuestions(settings) } = asked;
  // Servers of toolwire tell what became of the call where they are asked to, and others read none of it.
  const meta = { progressToken: facts.callId, 'org.opentoolcalling/result': true };
  const extras = {
    headers: paramHeaders(tool.inputSchema, input),
    onProgress: (progress: Fields) => tellProgress(progress, onProgress, settings.note),
    ...(signal !== undefined && { signal }),
    answerQuestion: asked.answerQuestion,
  };
  let answers: Fields = {};
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      const params = { name: tool.name, arguments: input, ...answers, _meta: meta };
      const result = await session.request('tools/call', params, extras);
      if (!isObject(result) || result['resultType'] !== 'input_required') return readMcpResult(result, facts);
      const { inputRequests, requestState } = result;
      answers = { inputResponses: await answerAll(inputRequests, answerQuestion), requestState };
    }
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown;
    const isFinal = thrown.code === invalidParams || thrown.code === missingCapability;
    const message = thrown.message;
    return { ...facts, kind: 'refused', code: 'rejected', message, ran: isFinal ? 'no' : 'unknown', canRetry: false };
  }
  const message = `The server still asks after ${mostRounds} rounds.`;
  return { ...facts, kind: 'refused', code: 'bad_answer', message, ran: 'unknown', canRetry: false };
}

const invalidParams = -32602;
const missingCapability = -32021;

function tellProgress(said: Fields, onProgress: AskedCall['onProgress'], note: (text: string) => void): void {
  if (onProgress === undefined) return note(progressLine(said));
  const { progress, total, message } = said;
  if (typeof progress !== 'number') return;
  onProgress(
    progress,
    typeof total === 'number' ? total : undefined,
    typeof message === 'string' ? message : undefined,
  );
}

function progressLine({ progress, total, message }: Fields): string {
  const share = typeof total === 'number' ? `${Number(progress)}/${total}` : `${Number(progress)}`;
  return `${safeLine(typeof message === 'string' ? `${share} ${message}` : share)}\n`;
}
