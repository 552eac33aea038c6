import type { BodyProblem } from '@toolwire/core';

/** Answers a line that is no message: without an id, since none could be read, and in words of its own. */
export function unreadableLine(problem: BodyProblem, maxBytes: number, maxDepth: number): object {
  return { jsonrpc: '2.0', id: null, error: explain(problem, maxBytes, maxDepth) };
}

const notJson = -32700;
const invalidRequest = -32600;

interface LineError {
  readonly code: number;
  readonly message: string;
}

function explain(problem: BodyProblem, maxBytes: number, maxDepth: number): LineError {
  if (problem === 'too_large') {
    return { code: invalidRequest, message: `A message must be at most ${maxBytes} bytes long` };
  }
  if (problem === 'too_deep') {
    return { code: invalidRequest, message: `A message must not nest deeper than ${maxDepth} levels` };
  }
  const what = problem === 'encoding' ? 'The line is not valid UTF-8.' : 'The line is not valid JSON.';
  return { code: notJson, message: `${what} Each message is one line of its own.` };
}
