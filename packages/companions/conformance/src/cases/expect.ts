import { fail, ok, strictEqual } from 'node:assert/strict';
import { type Answer, summarise } from '../subject/answer.ts';
import { jsonBody } from '../subject/exchange-check.ts';

/** The body of a 400. */
export interface ServerErrorBody {
  readonly $schema?: string;
  readonly message: string;
  readonly developer_message?: string;
  readonly missing_requirements?: Readonly<Record<string, unknown>>;
}

/** The body of a 422. */
export interface ValidationErrorBody {
  readonly $schema?: string;
  readonly message: string;
  readonly parameter_errors?: Readonly<Record<string, string>>;
}

/** The result of a 200. */
export interface CallResult {
  readonly call_id: string;
  readonly success: boolean;
  readonly duration?: number;
  readonly value?: unknown;
  readonly error?: ToolErrorBody;
}

/** The error of a tool that failed. */
export interface ToolErrorBody {
  readonly message: string;
  readonly developer_message?: string;
  readonly can_retry?: boolean;
  readonly additional_prompt_content?: string;
  readonly retry_after_ms?: number;
}

/** The answer must have a status, or one of several. */
export function expectStatus(answer: Answer, ...statuses: readonly number[]): void {
  ok(statuses.includes(answer.status), `expected ${statuses.join(' or ')}, got ${summarise(answer)}`);
}

/** The answer must be a server error: 400 with a message for users. */
export function expectRefused(answer: Answer): ServerErrorBody {
  expectStatus(answer, 400);
  const body = jsonBody('The call', answer) as ServerErrorBody;
  ok(typeof body.message === 'string' && body.message.trim() !== '', `expected a message, got ${summarise(answer)}`);
  return body;
}

/** The answer must be a validation error: 422, which names the parameter if it names any. */
export function expectInvalid(answer: Answer, parameter?: string): ValidationErrorBody {
  expectStatus(answer, 422);
  const body = jsonBody('The call', answer) as ValidationErrorBody;
  ok(typeof body.message === 'string' && body.message !== '', `expected a message, got ${summarise(answer)}`);
  if (parameter !== undefined && body.parameter_errors !== undefined) {
    ok(
      Object.hasOwn(body.parameter_errors, parameter),
      `expected an error for '${parameter}', got ${summarise(answer)}`,
    );
  }
  return body;
}

/** The tool must have run, whatever came of it. */
export function expectResult(answer: Answer): CallResult {
  expectStatus(answer, 200);
  const body = jsonBody('The call', answer) as { readonly result: CallResult };
  return body.result ?? fail(`expected a result, got ${summarise(answer)}`);
}

/** The tool must have run and returned a value. */
export function expectValue(answer: Answer): unknown {
  const result = expectResult(answer);
  strictEqual(result.success, true, `expected success, got ${summarise(answer)}`);
  return result.value;
}

/** The tool must have run and failed. */
export function expectFailure(answer: Answer): ToolErrorBody {
  const result = expectResult(answer);
  strictEqual(result.success, false, `expected success: false, got ${summarise(answer)}`);
  const { error } = result;
  ok(typeof error?.message === 'string' && error.message.trim() !== '', `expected a message, got ${summarise(answer)}`);
  ok(!('value' in result), `expected no value beside the error, got ${summarise(answer)}`);
  return error;
}

/** An answer must not hold a text anywhere, in its head or its body. */
export function expectWithout(answer: Answer, ...texts: readonly string[]): void {
  const all = `${JSON.stringify(answer.headers)}\n${answer.text}`;
  for (const text of texts) ok(!all.includes(text), `the answer shows '${text.slice(0, 100)}': ${summarise(answer)}`);
}

/** The fastest of three tries must be quick: a slow machine is no fault of the server. */
export async function expectWithin(limitMs: number, attempt: () => Promise<Answer>): Promise<Answer> {
  let best: Answer | undefined;
  for (let tries = 0; tries < 3 && (best === undefined || best.tookMs > limitMs); tries++) {
    const answer = await attempt();
    if (best === undefined || answer.tookMs < best.tookMs) best = answer;
  }
  const answer = best ?? fail('nothing was tried');
  ok(answer.tookMs <= limitMs, `expected an answer within ${limitMs} ms, got it after ${Math.round(answer.tookMs)} ms`);
  return answer;
}

/** Where a connection was closed instead. */
export function missing(): never {
  throw new Error('the server closed the connection without an answer');
}
