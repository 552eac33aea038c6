import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict';
import { checkExchange, jsonBody } from '../../client/check-response.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import { summarize, type TestResponse } from '../../client/response.ts';

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

/** Expects one of the given statuses. */
export function expectStatus(response: TestResponse, ...statuses: readonly number[]): void {
  ok(statuses.includes(response.status), `status: expected ${statuses.join(' or ')}, got ${summarize(response)}`);
}

/** The published spellings of version 1.0. */
export const supportedSchemas: readonly string[] = [
  'otc://1.0',
  'urn:oxp:1.0',
  'https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json',
  'https://github.com/OpenExecProtocol/Specification/tree/main/spec/http/1.0/openapi.json',
  'https://github.com/ArcadeAI/OpenToolCalling/tree/main/specification/http/1.0/openapi.json',
  'https://github.com/OpenToolCalling/Specification/tree/main/specification/http/1.0/openapi.json',
];

/** Expects no `$schema`, or one of the spellings of version 1.0. */
export function expectVersion($schema: unknown): void {
  const isSupported = supportedSchemas.some((supported) => supported === $schema);
  ok($schema === undefined || isSupported, `$schema: expected version 1.0, got ${JSON.stringify($schema)}`);
}

/** Expects a server error: 400 with a message for users. */
export function expectRefused(response: TestResponse): ServerErrorBody {
  expectStatus(response, 400);
  const body = jsonBody('POST /tools/call', response) as ServerErrorBody;
  ok(
    typeof body.message === 'string' && body.message.trim() !== '',
    `message: expected a string, got ${summarize(response)}`,
  );
  return body;
}

/** Expects a validation error: 422. If it lists parameters, it lists the given one. */
export function expectInvalid(response: TestResponse, parameter?: string): ValidationErrorBody {
  expectStatus(response, 422);
  const body = jsonBody('POST /tools/call', response) as ValidationErrorBody;
  ok(typeof body.message === 'string' && body.message !== '', `message: expected a string, got ${summarize(response)}`);
  if (parameter !== undefined && body.parameter_errors !== undefined) {
    ok(
      Object.hasOwn(body.parameter_errors, parameter),
      `parameter_errors: expected one for '${parameter}', got ${summarize(response)}`,
    );
  }
  return body;
}

/** Expects that the tool ran, and returns its result. */
export function expectResult(response: TestResponse): CallResult {
  expectStatus(response, 200);
  const body = jsonBody('POST /tools/call', response) as { readonly result: CallResult };
  return body.result ?? fail(`result: expected an object, got ${summarize(response)}`);
}

/** Expects a successful result, and returns its value. */
export function expectValue(response: TestResponse): unknown {
  const result = expectResult(response);
  strictEqual(result.success, true, `success: expected true, got ${summarize(response)}`);
  return result.value;
}

/** Expects a successful result with this value, or a refusal. */
export function expectValueOrRefusal(response: TestResponse, value: unknown): void {
  expectStatus(response, 200, 400);
  if (response.status === 200) deepStrictEqual(expectValue(response), value);
}

/** Expects a result with this call ID, or a refusal. */
export function expectCallIdOrRefusal(response: TestResponse, callId: string): void {
  expectStatus(response, 200, 400);
  if (response.status === 200) strictEqual(expectResult(response).call_id, callId);
}

/** Expects a failed result, and returns its error. */
export function expectFailure(response: TestResponse): ToolErrorBody {
  const result = expectResult(response);
  strictEqual(result.success, false, `success: expected false, got ${summarize(response)}`);
  const { error } = result;
  ok(
    typeof error?.message === 'string' && error.message.trim() !== '',
    `message: expected a string, got ${summarize(response)}`,
  );
  expectAbsent('value', response);
  return error;
}

/** Expects a result without this member. */
export function expectAbsent(member: 'value' | 'error', response: TestResponse): void {
  ok(!(member in expectResult(response)), `${member}: expected none, got ${summarize(response)}`);
}

/** Expects that headers and body do not contain a text. */
export function expectWithout(response: TestResponse, ...texts: readonly string[]): void {
  const all = `${JSON.stringify(response.headers)}\n${response.text}`;
  for (const text of texts) {
    ok(!all.includes(text), `response: expected no '${text.slice(0, 100)}', got ${summarize(response)}`);
  }
}

/** Expects that one of three tries takes less than a second, so that a slow machine or network does not fail the case. */
export async function expectQuick(attempt: () => Promise<TestResponse>): Promise<TestResponse> {
  let response = await attempt();
  for (let retries = 0; retries < 2 && response.tookMs >= 1000; retries++) response = await attempt();
  expectDuration(response, 0, 1000);
  return response;
}

/** Expects a response time in a range. */
export function expectDuration(response: TestResponse, minMs: number, maxMs: number): void {
  const tookMs = Math.round(response.tookMs);
  ok(tookMs >= minMs && tookMs < maxMs, `response time: expected ${minMs} to ${maxMs} ms, got ${tookMs} ms`);
}

/** Expects that HEAD returned the status and the headers of GET. */
export function expectSameHead(head: TestResponse | undefined, get: TestResponse): void {
  strictEqual(head?.status, get.status);
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
    strictEqual(head.headers[name], get.headers[name], name);
  }
}

/** Returns a response to a call on a raw connection. Throws if it is missing or violates its schema. */
export function checkedCall(server: OtcServer, response: TestResponse = noResponse()): TestResponse {
  checkExchange(server.schemas, 'POST /tools/call', response);
  return response;
}

/** Throws for a missing response. */
export function noResponse(): never {
  throw new Error('response: expected one, got a closed connection');
}
