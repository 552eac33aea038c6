import type { Target } from '../target/target.ts';

/** Looks for the page of the inspector where the quickstart has it: beside the wires. */
export async function findInspector(
  { wire, address }: Target,
  signal: AbortSignal,
  patienceMs = 3_000,
): Promise<string | undefined> {
  const url = `${wire === 'otc' ? address : address.replace(/\/(?:mcp|worker)$/, '')}/inspector`;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) });
    return response.ok && (await response.text()).includes('<meta name="inspector-path"') ? url : undefined;
  } catch {
    // A server that has none may do anything with such a request, also keep it; and one that ends is told of elsewhere.
    return undefined;
  }
}
