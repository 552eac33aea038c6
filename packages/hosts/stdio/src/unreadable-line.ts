import type { BodyProblem, JsonBody } from '@toolwire/core/wire';

/** The limits of a line. */
export interface LineLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** Says of a line that is no message why it is none, in words for whoever writes lines. */
export function unreadableLine(problem: BodyProblem, limits: LineLimits): Extract<JsonBody, { readonly ok: false }> {
  return { ok: false, problem, detail: explain(problem, limits) };
}

function explain(problem: BodyProblem, { maxBytes, maxDepth }: LineLimits): string {
  if (problem === 'too_large') return `A message must be at most ${maxBytes} bytes long`;
  if (problem === 'too_deep') return `A message must not nest deeper than ${maxDepth} levels`;
  const what = problem === 'encoding' ? 'The line is not valid UTF-8.' : 'The line is not valid JSON.';
  return `${what} Each message is one line of its own.`;
}
