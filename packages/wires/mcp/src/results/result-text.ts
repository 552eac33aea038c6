import type { OutcomeBase } from '@toolwire/core';
import { valueText } from '@toolwire/internal';
import type { Dialect } from '../revisions/dialect.ts';
import { resultKey } from '../rpc/meta-keys.ts';

/** What a result repeats of its call. */
export interface AnsweredCall {
  readonly callId: string;
  readonly dialect: Dialect;
  /** Whether its `_meta` says what the result was; many clients show that to their models (ANS-04). */
  readonly tellsOrigin: boolean;
  /** Whether stored outputs are links besides their words. */
  readonly artifactLinks: boolean;
  /** JSON members for `_meta`, each after a comma: who the server is, and the caller's trace. */
  readonly callMeta: string;
}

/** The parts of a result, as JSON text. */
export interface ResultParts {
  /** The blocks. */
  readonly content: string;
  readonly structured?: string | undefined;
  readonly isError?: boolean;
  /** What the result was in Open Tool Calling: JSON members, written where they are sent. */
  readonly detail: () => string;
  /** JSON members for `_meta`, each after a comma, written where they are sent. */
  readonly meta?: () => string;
}

/** Puts the result of a call together as text, since this is the answer to nearly every request. */
export function resultText(call: AnsweredCall, outcome: OutcomeBase, parts: ResultParts): string {
  const { content, structured } = parts;
  // MCP-RPC-05: every result of 2026-07-28 says what it is.
  const type = call.dialect.era === 'modern' ? '"resultType":"complete",' : '';
  const structuredContent = structured === undefined ? '' : `,"structuredContent":${structured}`;
  const isError = parts.isError === true ? ',"isError":true' : '';
  const meta = (call.tellsOrigin ? originOf(call, outcome, parts) : '') + call.callMeta;
  return `{${type}"content":${content}${structuredContent}${isError}${meta === '' ? '' : `,"_meta":{${meta.slice(1)}}`}}`;
}

/** A block of text, as the only content of a result. */
export function textContent(text: string): string {
  return `[{"type":"text","text":${JSON.stringify(text)}}]`;
}

function originOf({ callId }: AnsweredCall, outcome: OutcomeBase, { detail, meta }: ResultParts): string {
  const origin = `"v":1,"call_id":${valueText(callId)}${runOf(outcome)},${detail()}`;
  return `,"${resultKey}":{${origin}}${meta?.() ?? ''}`;
}

function runOf({ tool, durationMs }: OutcomeBase): string {
  const toolId = tool === undefined ? '' : `,"tool_id":"${tool.id}@${tool.version}"`;
  // The clock is no finer than a thousandth of a millisecond.
  return durationMs === undefined ? toolId : `${toolId},"duration":${Math.round(durationMs * 1000) / 1000}`;
}
