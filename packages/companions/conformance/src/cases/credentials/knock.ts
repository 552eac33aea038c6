import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type Answer, summarise } from '../../subject/answer.ts';
import type { OtcServer } from '../../subject/otc-server.ts';
import type { RawRequest } from '../../subject/raw-request.ts';
import { addition, envelope } from '../calls.ts';
import { expectStatus, expectValue, expectWithout } from '../expect.ts';
import { CaseSkipped } from '../otc-case.ts';

/** How somebody tries to get in. */
export interface Attempt {
  /** Header lines, byte by byte. */
  readonly lines?: readonly string[];
  /** What stands behind the path, such as `?key=1`. */
  readonly query?: string;
  /** Members of the body beside the request. */
  readonly members?: object;
}

/** Attempts by name. */
export type NamedAttempt<Facts> = readonly [name: string, attempt: (facts: Facts) => Attempt];

/** A request with an attempt's credentials, and no others. */
interface Knock {
  readonly request: RawRequest;
  readonly endpoint: string;
}

const jsonLine = 'Content-Type: application/json';

function call({ lines = [], query = '', members }: Attempt): Knock {
  const body = members === undefined ? envelope(addition) : JSON.stringify({ request: addition, ...members });
  const request = { method: 'POST', path: `/tools/call${query}`, headers: [jsonLine, ...lines], body };
  return { request, endpoint: 'POST /tools/call' };
}

function list({ lines = [], query = '' }: Attempt): Knock {
  return { request: { path: `/tools${query}`, headers: lines }, endpoint: 'GET /tools' };
}

function health({ lines = [], query = '' }: Attempt): Knock {
  return { request: { path: `/health${query}`, headers: lines }, endpoint: 'GET /health' };
}

/** Calls a tool with an attempt's credentials. */
export async function knockToCall(server: OtcServer, attempt: Attempt = {}): Promise<Answer> {
  return at(await ask(server, [call(attempt)]), 0);
}

/** Asks for the listing in the same way. */
export async function knockToList(server: OtcServer, attempt: Attempt = {}): Promise<Answer> {
  return at(await ask(server, [list(attempt)]), 0);
}

/** Asks for the health check in the same way. */
export async function knockAtHealth(server: OtcServer, attempt: Attempt = {}): Promise<Answer> {
  return at(await ask(server, [health(attempt)]), 0);
}

/** Sends requests ahead on as few connections as the server allows, and returns an answer to each. */
async function ask(server: OtcServer, knocks: readonly Knock[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < knocks.length) {
    const left = knocks.slice(answers.length);
    const bytes = Buffer.concat(left.map(({ request }) => server.bytes({ ...request, anonymous: true })));
    const endpoints = left.map(({ endpoint }) => endpoint);
    const reply = await server.converse([bytes], { answers: left.length, endpoints });
    if (reply.answers.length === 0) throw new Error(`${endpoints[0]} was not answered; the connection was closed`);
    answers.push(...reply.answers);
  }
  return answers;
}

function at(answers: readonly Answer[], index: number): Answer {
  const answer = answers[index];
  if (answer === undefined) throw new Error(`answer ${index} is missing`);
  return answer;
}

/** OTC-AUTH-06 and 12, E22, E23: neither the call nor the listing may be had; the health check is everybody's. */
export async function expectTurnedAway(server: OtcServer, attempt: Attempt): Promise<void> {
  const answers = await ask(server, [health(attempt), list(attempt), call(attempt)]);
  expectStatus(at(answers, 0), 200);
  expectRefusedStranger(at(answers, 1), 401);
  expectWithout(at(answers, 1), ...(await server.tools()).map(({ id }) => id));
  expectRefusedStranger(at(answers, 2), 400);
}

/** A refusal that says how to authenticate. */
export function expectRefusedStranger(answer: Answer, status: 400 | 401): void {
  expectStatus(answer, status);
  ok(answer.headers['www-authenticate'], `expected a WWW-Authenticate header, got ${summarise(answer)}`);
}

/** Both endpoints must let the attempt in. */
export async function expectLetIn(server: OtcServer, attempt: Attempt): Promise<void> {
  const answers = await ask(server, [call(attempt), list(attempt)]);
  strictEqual(expectValue(at(answers, 0)), 15);
  expectStatus(at(answers, 1), 200);
}

/** The first attempt whose refusal differs from that of no credentials at all would tell its sender what was nearly right. */
export async function expectOneRefusal<Facts>(
  server: OtcServer,
  attempts: readonly NamedAttempt<Facts>[],
  facts: Facts,
): Promise<void> {
  const tried = attempts.map(([, attempt]) => attempt(facts));
  for (const knock of [list, call]) {
    const [plain, ...others] = (await ask(server, [{}, ...tried].map(knock))).map(shown);
    for (const [index, other] of others.entries()) {
      const name = attempts[index]?.[0];
      deepStrictEqual({ name, ...other }, { name, ...plain });
    }
  }
}

/** What is known of a server's credentials; cases that need it do not run where it is not known. */
export function known<Facts>(facts: Facts | undefined): Facts {
  if (facts === undefined) throw new CaseSkipped('It is not known which credentials are good.');
  return facts;
}

/** All that an answer tells, but for the time of day and what becomes of its connection. */
function shown({ status, headers, text }: Answer): object {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  return { status, headers: others, text };
}
