import type { CallResult, ListedTool } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';
import { connectionError, failure } from '../cli-error.ts';
import { parseJson } from '../json-fields.ts';
import { isNotDelivered, NotDelivered } from '../mcp/connection-errors.ts';
import { invokeRequest, readInvoked } from './arcade-call.ts';
import { readArcadeTool } from './arcade-tool.ts';
import { type ConnectionSettings, checkPrivate } from './connection-settings.ts';
import { retryFailures } from './retry-failures.ts';
import { signWorkerToken } from './sign-token.ts';
import type { ProbeResult, TargetCall } from './target.ts';

/** Lists the tools of an Arcade worker. */
export async function tryArcade(base: URL, settings: ConnectionSettings): Promise<ProbeResult> {
  const address = base.href.replace(/\/+$/, '');
  const response = await send(new URL(`${address}/tools`), undefined, settings);
  if (response.status === 401 || response.status === 403) {
    throw failure(`${address}: authentication required (${response.status}). Pass --worker-secret.`);
  }
  const entries = response.ok ? listIn(await response.text()) : undefined;
  if (entries === undefined) {
    return { isTarget: false, reason: `the response has the status ${response.status} and is not a list of tools` };
  }
  const tools: readonly ListedTool[] = entries.map(readArcadeTool);
  return {
    isTarget: true,
    target: {
      wire: 'arcade',
      address,
      tools,
      warnings: [],
      call: (toolCall) => invoke(new URL(`${address}/tools/invoke`), toolCall, settings),
      close: () => Promise.resolve(),
    },
  };
}

function invoke(url: URL, toolCall: TargetCall, settings: ConnectionSettings): Promise<CallResult> {
  const invokeOnce = async (attempt: number): Promise<CallResult> => {
    const request = invokeRequest(toolCall);
    const response = await send(url, request, settings, toolCall.signal);
    return readInvoked(toolCall.tool, {
      status: response.status,
      body: parseJson(await response.text()),
      callId: String(request['execution_id']),
      attempts: attempt,
    });
  };
  return retryFailures(toolCall.attempts, invokeOnce, settings);
}

async function send(
  url: URL,
  body: object | undefined,
  settings: ConnectionSettings,
  callSignal?: AbortSignal,
): Promise<Response> {
  const { workerSecret, signal, timeoutMs } = settings;
  checkPrivate(url, workerSecret, settings);
  const headers: Record<string, string> = {
    ...(workerSecret !== undefined && { authorization: `Bearer ${signWorkerToken(workerSecret)}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const limit = AbortSignal.any([
    signal,
    AbortSignal.timeout(timeoutMs),
    ...(callSignal === undefined ? [] : [callSignal]),
  ]);
  const init = { headers, redirect: 'manual', signal: limit } as const;
  try {
    return await settings.fetch(
      url.href,
      body === undefined ? { ...init, method: 'GET' } : { ...init, method: 'POST', body: JSON.stringify(body) },
    );
  } catch (cause) {
    signal.throwIfAborted();
    const message = `${url.href}: connection failed or timed out.`;
    throw isNotDelivered(cause) ? new NotDelivered(message, { cause }) : connectionError(message, cause);
  }
}

function listIn(text: string): readonly Fields[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}
