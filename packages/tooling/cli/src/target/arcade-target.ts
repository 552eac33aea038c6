import { randomUUID } from 'node:crypto';
import type { CallResult } from '@toolwire/client';
import { type Fields, firstText, isObject, parseJson } from '@toolwire/internal';
import { AuthenticationRequired } from '../cli-error.ts';
import { requestError } from '../mcp/connection-errors.ts';
import { invokeRequest, readInvoked } from './arcade-call.ts';
import { readArcadeTool } from './arcade-tool.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { checkPrivate, signWorkerToken } from './credentials.ts';
import { retryFailures } from './retry-failures.ts';
import type { ProbeResult, TargetCall } from './target.ts';
import { urlBelow } from './target-url.ts';

/** Lists the tools of an Arcade worker. */
export async function tryArcade(base: URL, settings: ConnectionSettings): Promise<ProbeResult> {
  const address = base.href.replace(/\/+$/, '');
  const { status, body } = await send(urlBelow(base, '/tools'), undefined, settings);
  if (status === 401 || status === 403) {
    throw new AuthenticationRequired(`${address}: authentication required (${status}). Pass --worker-secret.`);
  }
  const entries = Array.isArray(body) ? body : undefined;
  const tools = entries?.filter(isTool) ?? [];
  // One invalid entry must not hide the other tools.
  const isListing = entries !== undefined && (entries.length === 0 || tools.length > 0);
  if (status !== 200 || !isListing) {
    return { isTarget: false, reason: `the response has the status ${status} and is not a list of tools` };
  }
  return {
    isTarget: true,
    target: {
      wire: 'arcade',
      address,
      tools: tools.map(readArcadeTool),
      warnings: [],
      call: (toolCall) => invoke(urlBelow(base, '/tools/invoke'), toolCall, settings),
      close: () => Promise.resolve(),
    },
  };
}

/** Whether an entry of a listing has a name. Other APIs may also respond with a list of objects. */
function isTool(entry: unknown): entry is Fields {
  return isObject(entry) && firstText(entry['fully_qualified_name'], entry['name']) !== undefined;
}

async function invoke(url: URL, toolCall: TargetCall, settings: ConnectionSettings): Promise<CallResult> {
  const { authorization: [token] = [], secrets: [secret] = [] } = toolCall.context;
  // Tokens and secrets of users are protected like credentials.
  checkPrivate(url, token?.token ?? secret?.value, settings);
  const { callId = randomUUID() } = toolCall;
  // The same in every attempt, so that a call that is still running is not started again.
  const request = invokeRequest(toolCall, callId);
  const invokeOnce = async (attempt: number): Promise<CallResult> => {
    const response = await send(url, request, settings, toolCall.signal);
    return readInvoked(toolCall.tool, { ...response, callId, attempts: attempt });
  };
  return retryFailures(toolCall.attempts, invokeOnce, settings);
}

async function send(
  url: URL,
  request: object | undefined,
  settings: ConnectionSettings,
  callSignal?: AbortSignal,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { workerSecret, signal, timeoutMs } = settings;
  checkPrivate(url, workerSecret, settings);
  const headers: Record<string, string> = {
    ...(workerSecret !== undefined && { authorization: `Bearer ${signWorkerToken(workerSecret)}` }),
    ...(request !== undefined && { 'content-type': 'application/json' }),
  };
  const limit = AbortSignal.any([
    signal,
    AbortSignal.timeout(timeoutMs),
    ...(callSignal === undefined ? [] : [callSignal]),
  ]);
  try {
    const response = await settings.fetch(url.href, {
      method: request === undefined ? 'GET' : 'POST',
      headers,
      redirect: 'manual',
      signal: limit,
      ...(request !== undefined && { body: JSON.stringify(request) }),
    });
    return { status: response.status, body: parseJson(await response.text()) };
  } catch (cause) {
    signal.throwIfAborted();
    throw requestError(`${url.href}: connection failed or timed out.`, cause);
  }
}
