import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import type { RawRequest } from '../../client/raw-request.ts';
import { summarize, type TestResponse } from '../../client/response.ts';
import { CaseSkipped } from '../otc-case.ts';
import { addition, envelope } from '../support/calls.ts';
import { expectStatus, expectValue, expectWithout } from '../support/expect.ts';

/** A request with credentials. */
export interface Attempt {
  /** Raw header lines. */
  readonly lines?: readonly string[];
  /** The query, such as `?key=1`. */
  readonly query?: string;
  /** Additional fields of the body. */
  readonly members?: object;
}

export type NamedAttempt<Facts> = readonly [name: string, attempt: (facts: Facts) => Attempt];

/** A request with an attempt's credentials, and no others. */
interface Probe {
  readonly request: RawRequest;
  readonly endpoint: string;
}

const jsonLine = 'Content-Type: application/json';

function call({ lines = [], query = '', members }: Attempt): Probe {
  const body = members === undefined ? envelope(addition) : JSON.stringify({ request: addition, ...members });
  const request = { method: 'POST', path: `/tools/call${query}`, headers: [jsonLine, ...lines], body };
  return { request, endpoint: 'POST /tools/call' };
}

function list({ lines = [], query = '' }: Attempt): Probe {
  return { request: { path: `/tools${query}`, headers: lines }, endpoint: 'GET /tools' };
}

function health({ lines = [], query = '' }: Attempt): Probe {
  return { request: { path: `/health${query}`, headers: lines }, endpoint: 'GET /health' };
}

/** Calls a tool with an attempt's credentials. */
export async function callWith(server: OtcServer, attempt: Attempt = {}): Promise<TestResponse> {
  return at(await sendProbes(server, [call(attempt)]), 0);
}

/** Lists tools with an attempt's credentials. */
export async function listWith(server: OtcServer, attempt: Attempt = {}): Promise<TestResponse> {
  return at(await sendProbes(server, [list(attempt)]), 0);
}

/** Requests the health check with an attempt's credentials. */
export async function checkHealthWith(server: OtcServer, attempt: Attempt = {}): Promise<TestResponse> {
  return at(await sendProbes(server, [health(attempt)]), 0);
}

/** Pipelines requests on as few connections as the server allows, and returns the response to each. */
async function sendProbes(server: OtcServer, probes: readonly Probe[]): Promise<readonly TestResponse[]> {
  const responses: TestResponse[] = [];
  while (responses.length < probes.length) {
    const left = probes.slice(responses.length);
    const bytes = Buffer.concat(left.map(({ request }) => server.bytes({ ...request, anonymous: true })));
    const endpoints = left.map(({ endpoint }) => endpoint);
    const reply = await server.converse([bytes], { responses: left.length, endpoints });
    if (reply.responses.length === 0) throw new Error(`${endpoints[0]} was not answered; the connection was closed`);
    responses.push(...reply.responses);
  }
  return responses;
}

function at(responses: readonly TestResponse[], index: number): TestResponse {
  const response = responses[index];
  if (response === undefined) throw new Error(`answer ${index} is missing`);
  return response;
}

/** OTC-AUTH-06 and 12, E22, E23: calls and the listing are refused; the health check is public. */
export async function expectDenied(server: OtcServer, attempt: Attempt): Promise<void> {
  const responses = await sendProbes(server, [health(attempt), list(attempt), call(attempt)]);
  expectStatus(at(responses, 0), 200);
  expectChallenge(at(responses, 1), 401);
  expectWithout(at(responses, 1), ...(await server.tools()).map(({ id }) => id));
  expectChallenge(at(responses, 2), 400);
}

/** Expects a refusal that says how to authenticate. */
export function expectChallenge(response: TestResponse, status: 400 | 401): void {
  expectStatus(response, status);
  ok(response.headers['www-authenticate'], `expected a WWW-Authenticate header, got ${summarize(response)}`);
}

/** Expects that both endpoints accept the attempt. */
export async function expectAccepted(server: OtcServer, attempt: Attempt): Promise<void> {
  const responses = await sendProbes(server, [call(attempt), list(attempt)]);
  strictEqual(expectValue(at(responses, 0)), 15);
  expectStatus(at(responses, 1), 200);
}

/** Expects the same refusal as without credentials. A different one would reveal which credentials are nearly valid. */
export async function expectSameRefusal<Facts>(
  server: OtcServer,
  attempts: readonly NamedAttempt<Facts>[],
  facts: Facts,
): Promise<void> {
  const tried = attempts.map(([, attempt]) => attempt(facts));
  for (const probe of [list, call]) {
    const [plain, ...others] = (await sendProbes(server, [{}, ...tried].map(probe))).map(comparable);
    for (const [index, other] of others.entries()) {
      const name = attempts[index]?.[0];
      deepStrictEqual({ name, ...other }, { name, ...plain });
    }
  }
}

/** Returns known credentials. Cases that need them are skipped without them. */
export function known<Facts>(facts: Facts | undefined): Facts {
  if (facts === undefined) throw new CaseSkipped('It is not known which credentials are good.');
  return facts;
}

/** Returns a response without its date and connection headers. */
function comparable({ status, headers, text }: TestResponse): object {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  return { status, headers: others, text };
}
