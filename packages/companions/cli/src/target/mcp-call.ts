import type { CallResult } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import { safeLine } from '../safe-text.ts';
import { type McpConnection, RpcError } from './mcp-connection.ts';
import type { AskedCall } from './target.ts';

/** Calls a tool of MCP once: the protocol has no word for whether to try again. */
export async function callMcp(
  connection: McpConnection,
  { tool, input, attempts, context }: AskedCall,
  callId: string,
  note: (text: string) => void,
): Promise<CallResult> {
  if (attempts > 1) note('MCP has no word for whether to try again, so the call is sent once.\n');
  if ((context.secrets ?? []).length > 0 || (context.authorization ?? []).length > 0 || context.userId !== undefined) {
    throw usageError('MCP carries no secrets, tokens or user ids of tools: call by otc or arcade.');
  }
  const facts = { callId, attempts: 1 };
  const params = { name: tool.name, arguments: input, _meta: { progressToken: callId } };
  try {
    const result = await connection.request('tools/call', params, (progress) => note(progressLine(progress)));
    if (!isObject(result)) {
      const message = 'The server answered with no result.';
      return { ...facts, kind: 'refused', code: 'bad_answer', message, ran: 'unknown', canRetry: false };
    }
    if (result['isError'] === true) {
      return { ...facts, kind: 'failed', failure: { message: textIn(result), canRetry: false } };
    }
    return { ...facts, kind: 'value', value: valueOf(result) };
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown;
    return { ...facts, kind: 'refused', code: 'rejected', message: thrown.message, ran: 'unknown', canRetry: false };
  }
}

function progressLine({ progress, total, message }: Fields): string {
  const share = typeof total === 'number' ? `${Number(progress)}/${total}` : `${Number(progress)}`;
  return `${safeLine(typeof message === 'string' ? `${share} ${message}` : share)}\n`;
}

/** What a tool returned: structured, or the one text that there is, or all of its content. */
function valueOf({ structuredContent, content }: Fields): unknown {
  if (structuredContent !== undefined) return structuredContent;
  const [only, ...others] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return isObject(only) && others.length === 0 && only['type'] === 'text' ? only['text'] : (content ?? null);
}

function textIn({ content }: Fields): string {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n') || 'The tool failed.';
}
