import { randomUUID } from 'node:crypto';
import { type Progress, ProtocolError } from '@modelcontextprotocol/client';
import type { CallContext, CallResult } from '@toolwire/client';
import {
  entriesOf,
  type Fields,
  firstText,
  isObject,
  listOf,
  paramHeaders,
  readConfirmation,
  recordOf,
  rpcCodes,
  toDelayMs,
  withoutUndefined,
} from '@toolwire/internal';
import { resultMetaKey } from '@toolwire/mcp/internal';
import { usageError } from '../cli-error.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { retryFailures, type TargetCall } from '../target/target.ts';
import type { AnswerQuestion, ElicitResult } from '../terminal/elicit.ts';
import { safeLine } from '../terminal/terminal-text.ts';
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
  const { tool, input, signal, onProgress, answerQuestion = settings.answerQuestion } = toolCall;
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

const declinedAnswer: ElicitResult = { action: 'decline' };

/** Answers the questions of an `input_required` result one after the other; unsupported questions are declined. */
async function answerAll(requests: unknown, answerQuestion: AnswerQuestion | undefined): Promise<Fields> {
  const answers: [string, object][] = [];
  for (const [key, request] of entriesOf(requests)) {
    const { method, params } = recordOf(request);
    const answer = await answerQuestion?.(String(method), recordOf(params));
    answers.push([key, answer ?? declinedAnswer]);
  }
  return Object.fromEntries(answers);
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

/** Converts the result of an MCP call, with the details that a toolwire server adds in `_meta`. */
export function readResult(result: unknown, base: { readonly callId: string; readonly attempts: number }): CallResult {
  if (!isObject(result)) {
    const message = 'The response has no result.';
    return { ...base, kind: 'refused', code: 'invalid_response', message, ran: 'unknown', canRetry: false };
  }
  const meta = isObject(result['_meta']) ? result['_meta'][resultMetaKey] : undefined;
  const details = recordOf(meta);
  if (result['isError'] !== true) {
    return { ...base, kind: 'value', value: valueOf(result, details['wrapped'] === true) };
  }
  const error = recordOf(details['error']);
  const { parameter_errors: parameterErrors } = error;
  const message = firstText(error['message']) ?? textIn(result);
  if (isObject(parameterErrors)) {
    const texts = Object.entries(parameterErrors).map(([name, text]) => [name, String(text)] as const);
    return { ...base, kind: 'invalid', message, parameterErrors: Object.fromEntries(texts) };
  }
  return {
    ...base,
    kind: 'failed',
    failure: withoutUndefined({
      message,
      canRetry: error['can_retry'] === true,
      additionalPromptContent: firstText(error['additional_prompt_content']),
      retryAfterMs: toDelayMs(error['retry_after_ms']),
      confirmation: readConfirmation(error['confirmation']),
    }),
  };
}

/** Returns the structured content, or the only text, or all content blocks. */
function valueOf({ structuredContent, content }: Fields, isWrapped: boolean): unknown {
  if (isWrapped && isObject(structuredContent)) return structuredContent['result'];
  if (structuredContent !== undefined) return structuredContent;
  const [only, ...others] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return isObject(only) && others.length === 0 && only['type'] === 'text' ? only['text'] : (content ?? null);
}

function textIn({ content }: Fields): string {
  const blocks = listOf(content).filter(isObject);
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n') || 'The tool failed.';
}
