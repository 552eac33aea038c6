import { fieldsIn, firstText, isObject, readLines, recordOf, stringOf } from '@toolwire/internal';
import type { Target } from '../target/target.ts';

export interface FinishedCall {
  readonly toolId: string;
  readonly outcome: string;
  readonly tookMs: number;
  readonly wire: string;
  /** The program that called, if it sent its name. */
  readonly client: string | undefined;
  /** Why the call did not succeed. */
  readonly problem: string | undefined;
}

/** The page of an inspector, and the token that its requests need. */
interface Inspector {
  readonly url: string;
  readonly token: string;
}

/** Finds the inspector at the path that the quickstart uses. */
export async function findInspector(
  { wire, address }: Target,
  signal: AbortSignal,
  timeoutMs = 3_000,
): Promise<Inspector | undefined> {
  const url = `${wire === 'otc' ? address : address.replace(/\/(?:mcp|worker)$/, '')}/inspector`;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    const [, token] = /<meta name="inspector-token" content="([^"]+)"/.exec(await response.text()) ?? [];
    return response.ok && token !== undefined ? { url, token } : undefined;
  } catch {
    // A server without an inspector may respond with anything, or not at all.
    return undefined;
  }
}

/**
 * Reports the calls to a server from the feed of its inspector, until the signal aborts or the server stops. Resolves once the feed is open,
 * so that no later call is missed.
 */
export async function followCalls(
  inspector: Inspector,
  signal: AbortSignal,
  onCall: (call: FinishedCall) => void,
): Promise<void> {
  const feed = await openFeed(inspector, signal);
  if (feed !== undefined) void reportCalls(feed, onCall);
}

const openTimeoutMs = 3_000;

async function openFeed(
  { url, token }: Inspector,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), openTimeoutMs);
  const eitherSignal = AbortSignal.any([signal, timeout.signal]);
  try {
    const headers = { 'x-toolwire-inspector': token };
    const feed = await fetch(`${url}/feed`, { signal: eitherSignal, headers });
    return feed.ok ? (feed.body ?? undefined) : undefined;
  } catch {
    // The program was stopped or restarts.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function reportCalls(feed: ReadableStream<Uint8Array>, onCall: (call: FinishedCall) => void): Promise<void> {
  try {
    for await (const line of readLines(feed)) {
      const call = readCall(line);
      if (call !== undefined) onCall(call);
    }
  } catch {
    // The program was stopped or restarts.
  }
}

function readCall(line: string): FinishedCall | undefined {
  const { kind, tool, toolId, outcome, tookMs, wire, client, result } = fieldsIn(line);
  if (kind !== 'end') return undefined;
  const { id, version } = recordOf(tool);
  const { name, version: clientVersion } = recordOf(client);
  return {
    toolId: typeof id === 'string' ? `${id}@${stringOf(version)}` : stringOf(toolId),
    outcome: stringOf(outcome),
    tookMs: typeof tookMs === 'number' ? tookMs : 0,
    wire: stringOf(wire),
    client: typeof name === 'string' ? `${name} ${stringOf(clientVersion)}`.trim() : undefined,
    problem: outcome === 'value' ? undefined : problemOf(result),
  };
}

/** The message of the result, and for invalid input the first parameter. The feed shortens long results, which are not JSON then. */
function problemOf(result: unknown): string | undefined {
  const { message, parameterErrors } = fieldsIn(stringOf(result));
  const [first] = isObject(parameterErrors) ? Object.entries(parameterErrors) : [];
  return first === undefined ? firstText(message) : `${first[0]}: ${stringOf(first[1])}`;
}
