import type { Target } from '../target/target.ts';

/** Finds the inspector at the path that the quickstart uses. */
export async function findInspector(
  { wire, address }: Target,
  signal: AbortSignal,
  timeoutMs = 3_000,
): Promise<string | undefined> {
  const url = `${wire === 'otc' ? address : address.replace(/\/(?:mcp|worker)$/, '')}/inspector`;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    return response.ok && (await response.text()).includes('<meta name="inspector-path"') ? url : undefined;
  } catch {
    // A server without an inspector may respond with anything, or not at all.
    return undefined;
  }
}
