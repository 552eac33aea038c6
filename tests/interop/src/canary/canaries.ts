import { Buffer } from 'node:buffer';

/** What the server itself supplies for a tool, and what its callers prove themselves with: none of it may leave, in any spelling. */
export const canaries = {
  token: 'tok&en/4f9c"1d7a+e2=',
  secret: 'sec ret/8b3e&51c0+9f',
  // A part of the other, so that a mask for one must not leave an end of the other.
  part: '3e&51c0+9f-longer',
  credential: 'cred-6a2d94f7c1b85e30',
  password: 'pass-57e1c9a3f0d2',
} as const;

/** All that is looked for: each canary as it is, as JSON, addresses, forms and base64 spell it, and long pieces of it. */
const traces: readonly string[] = Object.values(canaries).flatMap((canary) => [
  canary,
  JSON.stringify(canary).slice(1, -1),
  encodeURIComponent(canary),
  new URLSearchParams({ a: canary }).toString().slice(2),
  // Wherever it begins in a longer text.
  ...[0, 1, 2].map((before) =>
    Buffer.from('x'.repeat(before) + canary)
      .toString('base64')
      .slice(4, 20),
  ),
  canary.slice(0, 9),
  canary.slice(-9),
]);

/** The parts of secrets that a string contains. */
export function tracesIn(text: string): readonly string[] {
  return traces.filter((trace) => text.includes(trace));
}
