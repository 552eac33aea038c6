import { ok, strictEqual } from 'node:assert/strict';
import { checkExchange } from '../../client/check-response.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import type { RawRequest } from '../../client/raw-request.ts';
import { summarize, type TestResponse } from '../../client/response.ts';
import { CaseSkipped } from '../otc-case.ts';
import { addition, additionBody, jsonLines } from '../support/calls.ts';
import { expectStatus, expectValue, expectWithout, noResponse } from '../support/expect.ts';

/** A request with credentials. */
export interface Attempt {
  /** Raw header lines. */
  readonly lines?: readonly string[];
  /** The query, such as `?key=1`. */
  readonly query?: string;
  /** Additional fields of the body. */
  readonly members?: object;
}

/** Builds an attempt from a valid credential of the server. Set `advised` if the standard does not define the response. */
export type NamedAttempt<Credential> = readonly [
  name: string,
  attempt: (credential: Credential) => Attempt,
  grade?: 'advised' | undefined,
];

/** A request with an attempt's credentials, and no others. */
interface Probe {
  readonly request: RawRequest;
  readonly endpoint: string;
}

function call({ lines = [], query = '', members }: Attempt): Probe {
  const body = members === undefined ? additionBody : JSON.stringify({ request: addition, ...members });
  const request = { method: 'POST', path: `/tools/call${query}`, headers: [...jsonLines, ...lines], body };
  return { request, endpoint: 'POST /tools/call' };
}

function list({ lines = [], query = '' }: Attempt): Probe {
  return { request: { path: `/tools${query}`, headers: lines }, endpoint: 'GET /tools' };
}

function health({ lines = [], query = '' }: Attempt): Probe {
  return { request: { path: `/health${query}`, headers: lines }, endpoint: 'GET /health' };
}

/** Calls a tool with an attempt's credentials. */
export function callWith(server: OtcServer, attempt: Attempt = {}): Promise<TestResponse> {
  return sendProbe(server, call(attempt));
}

/** Lists tools with an attempt's credentials. */
export function listWith(server: OtcServer, attempt: Attempt = {}): Promise<TestResponse> {
  return sendProbe(server, list(attempt));
}

/** Requests the health check with an attempt's credentials. */
export function checkHealthWith(server: OtcServer, attempt: Attempt = {}): Promise<TestResponse> {
  return sendProbe(server, health(attempt));
}

async function sendProbe(server: OtcServer, probe: Probe): Promise<TestResponse> {
  return responseAt(await sendProbes(server, [probe]), 0);
}

/** Pipelines requests on as few connections as the server allows. Returns one response for each request. */
async function sendProbes(server: OtcServer, probes: readonly Probe[]): Promise<readonly TestResponse[]> {
  const responses: TestResponse[] = [];
  while (responses.length < probes.length) {
    const unanswered = probes.slice(responses.length);
    const bytes = Buffer.concat(unanswered.map(({ request }) => server.bytes({ ...request, anonymous: true })));
    const reply = await server.converse([bytes], unanswered.length);
    if (reply.responses.length === 0) noResponse();
    for (const [index, response] of reply.responses.entries()) {
      checkExchange(server.schemas, unanswered[index]?.endpoint ?? '', response);
      responses.push(response);
    }
  }
  return responses;
}

function responseAt(responses: readonly TestResponse[], index: number): TestResponse {
  return responses[index] ?? noResponse();
}

/** Expects that calls and the listing are refused, and that the health check is public (OTC-AUTH-06, OTC-AUTH-12). */
export async function expectDenied(server: OtcServer, attempt: Attempt): Promise<void> {
  const responses = await sendProbes(server, [health(attempt), list(attempt), call(attempt)]);
  expectStatus(responseAt(responses, 0), 200);
  expectChallenge(responseAt(responses, 1));
  expectWithout(responseAt(responses, 1), ...(await server.tools()).map(({ id }) => id));
  expectStatus(responseAt(responses, 2), 400);
}

/** Expects a 401. HTTP requires a `WWW-Authenticate` header for this status. */
export function expectChallenge(response: TestResponse): void {
  expectStatus(response, 401);
  ok(response.headers['www-authenticate'], `WWW-Authenticate header: expected one, got ${summarize(response)}`);
}

/** Expects that both endpoints accept the attempt. */
export async function expectAccepted(server: OtcServer, attempt: Attempt): Promise<void> {
  const responses = await sendProbes(server, [call(attempt), list(attempt)]);
  strictEqual(expectValue(responseAt(responses, 0)), 15);
  expectStatus(responseAt(responses, 1), 200);
}

/** Expects the same refusal as without credentials. A different one would reveal which credentials are nearly valid. */
export async function expectSameRefusal<Credential>(
  server: OtcServer,
  attempts: readonly NamedAttempt<Credential>[],
  credential: Credential,
): Promise<void> {
  const withCredentials = attempts.map(([, attempt]) => attempt(credential));
  for (const probe of [list, call]) {
    const [plain, ...others] = (await sendProbes(server, [{}, ...withCredentials].map(probe))).map(comparable);
    for (const [index, other] of others.entries()) {
      const name = attempts[index]?.[0];
      strictEqual(other, plain, `response to ${name}: expected ${plain} as without credentials, got ${other}`);
    }
  }
}

/** Returns a valid credential of the server. Skips the case if the options have none. */
export function credentialOrSkip<Credential>(credential: Credential | undefined): Credential {
  if (credential === undefined) throw new CaseSkipped('The option `credentials` has no credential of this kind.');
  return credential;
}

/** Returns a response as text, without its date and connection headers. */
function comparable({ status, headers, text }: TestResponse): string {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  return `${status} ${JSON.stringify(others)} ${text}`;
}

/** Returns a credential in another case, or with a suffix if it has no letters. */
export function inAnotherCase(credential: string): string {
  const upper = credential.toUpperCase();
  if (upper !== credential) return upper;
  const lower = credential.toLowerCase();
  return lower === credential ? `${credential}x` : lower;
}
