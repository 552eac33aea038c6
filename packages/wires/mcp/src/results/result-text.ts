import type { OutcomeBase } from '@toolwire/core';
import type { Dialect } from '../revisions/dialect.ts';

/** What a result repeats of its call. */
export interface AnsweredCall {
  readonly callId: string;
  readonly dialect: Dialect;
  /** JSON members for `_meta`, each after a comma: who the server is, and the caller's trace. */
  readonly callMeta: string;
}

/** The parts of a result, as JSON text. */
export interface ResultParts {
  /** The blocks. */
  readonly content: string;
  readonly structured?: string | undefined;
  readonly isError?: boolean;
  /** What the result was in Open Tool Calling: JSON members. */
  readonly detail: string;
  /** JSON members for `_meta`, each after a comma. */
  readonly meta?: string;
}

/** Puts the result of a call together as text, since this is the answer to nearly every request. */
export function resultText(call: AnsweredCall, outcome: OutcomeBase, parts: ResultParts): string {
  const { content, structured, detail, meta = '' } = parts;
  // MCP-RPC-05: every result of 2026-07-28 says what it is.
  const type = call.dialect.era === 'modern' ? '"resultType":"complete",' : '';
  const structuredContent = structured === undefined ? '' : `,"structuredContent":${structured}`;
  const isError = parts.isError === true ? ',"isError":true' : '';
  const origin = `"v":1,"call_id":${JSON.stringify(call.callId)}${runOf(outcome)},${detail}`;
  return `{${type}"content":${content}${structuredContent}${isError},"_meta":{"org.opentoolcalling/result":{${origin}}${meta}${call.callMeta}}}`;
}

/** A block of text, as the only content of a result. */
export function textContent(text: string): string {
  return `[{"type":"text","text":${JSON.stringify(text)}}]`;
}

function runOf({ tool, durationMs }: OutcomeBase): string {
  const toolId = tool === undefined ? '' : `,"tool_id":"${tool.id}@${tool.version}"`;
  // A thousandth of a millisecond is as fine as the clock is honest.
  return durationMs === undefined ? toolId : `${toolId},"duration":${Math.round(durationMs * 1000) / 1000}`;
}
