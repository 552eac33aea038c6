import { randomUUID } from 'node:crypto';
import type { CallResult, ListedTool } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';
import { connectionError, failure } from '../cli-error.ts';
import { parseJson } from '../json-fields.ts';
import { isNotDelivered, NotDelivered } from '../mcp/connection-errors.ts';
import { invokeRequest, readInvoked } from './arcade-call.ts';
import { readArcadeTool } from './arcade-tool.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { checkPrivate, signWorkerToken } from './credentials.ts';
import { type ProbeResult, retryFailures, type TargetCall } from './target.ts';
import { urlBelow } from './target-url.ts';

/** Lists the tools of an Arcade worker. */
export async function tryArcade(base: URL, settings: ConnectionSettings): Promise<ProbeResult> {
  const address = base.href.replace(/\/+$/, '');
  const { status, text } = await send(urlBelow(base, '/tools'), undefined, settings);
  if (status === 401 || status === 403) {
    throw failure(`${address}: authentication required (${status}). Pass --worker-secret.`);
  }
  const entries = status === 200 ? listIn(text) : undefined;
  if (entries === undefined) {
    return { isTarget: false, reason: `the response has the status ${status} and is not a list of tools` };
  }
  const tools: readonly ListedTool[] = entries.map(readArcadeTool);
  return {
    isTarget: true,
    target: {
      wire: 'arcade',
      address,
      tools,
      warnings: [],
      call: (toolCall) => invoke(urlBelow(base, '/tools/invoke'), toolCall, settings),
      close: () => Promise.resolve(),
    },
  };
}

async function invoke(url: URL, toolCall: TargetCall, settings: ConnectionSettings): Promise<CallResult> {
  const { authorization: [token] = [], secrets: [secret] = [] } = toolCall.context;
  // Tokens and secrets of users are protected like credentials.
  checkPrivate(url, token?.token ?? secret?.value, settings);
  const { callId = randomUUID() } = toolCall;
  // The same in every attempt, so that a call that is still running is not started again.
  const request = invokeRequest(toolCall, callId);
  const invokeOnce = async (attempt: number): Promise<CallResult> => {
    const { status, text } = await send(url, request, settings, toolCall.signal);
    return readInvoked(toolCall.tool, {
      status,
      body: parseJson(text),
      callId,
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
): Promise<{ readonly status: number; readonly text: string }> {
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
    const response = await settings.fetch(
      url.href,
      body === undefined ? { ...init, method: 'GET' } : { ...init, method: 'POST', body: JSON.stringify(body) },
    );
    return { status: response.status, text: await response.text() };
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
