import type { Target } from '../target/target.ts';

/** Looks for the page of the inspector where the quickstart has it: beside the wires. */
export async function findInspector({ wire, address }: Target, signal: AbortSignal): Promise<string | undefined> {
  const url = `${wire === 'otc' ? address : address.replace(/\/(?:mcp|worker)$/, '')}/inspector`;
  try {
    const response = await fetch(url, { signal });
    return response.ok && (await response.text()).includes('<meta name="inspector-path"') ? url : undefined;
  } catch {
    // A server that has none may do anything with such a request, and one that ends is told of elsewhere.
    return undefined;
  }
}
