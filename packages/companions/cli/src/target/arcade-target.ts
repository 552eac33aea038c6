import type { ListedTool } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';
import { connectionError, failure, usageError } from '../cli-error.ts';
import { readArcadeTool } from './arcade-tool.ts';
import { type ConnectionSettings, checkPrivate, signWorkerToken } from './connection-settings.ts';
import type { Tried } from './target.ts';

/** Asks an Arcade worker for its tools. */
export async function tryArcade(base: URL, settings: ConnectionSettings): Promise<Tried> {
  const address = base.href.replace(/\/+$/, '');
  const response = await get(new URL(`${address}/tools`), settings);
  if (response.status === 401 || response.status === 403) {
    throw failure(`${address}: the worker wants to know who calls (${response.status}). See --worker-secret.`);
  }
  const entries = response.ok ? listIn(await response.text()) : undefined;
  if (entries === undefined) {
    return { isTarget: false, why: `the answer has the status ${response.status} and is no list of tools` };
  }
  const tools: readonly ListedTool[] = entries.map(readArcadeTool);
  return {
    isTarget: true,
    target: {
      wire: 'arcade',
      address,
      tools,
      warnings: [],
      call: () =>
        Promise.reject(
          usageError('Tools of an Arcade worker cannot be called from here yet. Call them by otc or mcp.'),
        ),
      close: () => Promise.resolve(),
    },
  };
}

async function get(url: URL, settings: ConnectionSettings): Promise<Response> {
  const { workerSecret, signal, timeoutMs } = settings;
  checkPrivate(url, workerSecret, settings);
  const headers: Record<string, string> =
    workerSecret === undefined ? {} : { authorization: `Bearer ${signWorkerToken(workerSecret)}` };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return await settings.fetch(url.href, { method: 'GET', headers, redirect: 'manual', signal: limit });
  } catch (cause) {
    signal.throwIfAborted();
    throw connectionError(`${url.href}: there is no connection, or no answer in time.`, cause);
  }
}

function listIn(text: string): readonly Fields[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isObject) ? value : undefined;
  } catch {
    // A page, where a list should be.
    return undefined;
  }
}
