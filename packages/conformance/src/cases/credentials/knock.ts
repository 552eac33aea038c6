import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type Answer, summarise } from '../../subject/answer.ts';
import type { OtcServer } from '../../subject/otc-server.ts';
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

const jsonLine = 'Content-Type: application/json';

/** Calls a tool with an attempt's credentials, and no others. */
export function knockToCall(server: OtcServer, { lines = [], query = '', members }: Attempt = {}): Promise<Answer> {
  const body = members === undefined ? envelope(addition) : JSON.stringify({ request: addition, ...members });
  const request = { method: 'POST', path: `/tools/call${query}`, headers: [jsonLine, ...lines], body };
  return ask(server, request, 'POST /tools/call');
}

/** Asks for the listing in the same way. */
export function knockToList(server: OtcServer, { lines = [], query = '' }: Attempt = {}): Promise<Answer> {
  return ask(server, { path: `/tools${query}`, headers: lines }, 'GET /tools');
}

/** Asks for the health check in the same way. */
export function knockAtHealth(server: OtcServer, { lines = [], query = '' }: Attempt = {}): Promise<Answer> {
  return ask(server, { path: `/health${query}`, headers: lines }, 'GET /health');
}

async function ask(server: OtcServer, request: Parameters<OtcServer['bytes']>[0], endpoint: string): Promise<Answer> {
  const { answers } = await server.converse([server.bytes({ ...request, anonymous: true })], { endpoints: [endpoint] });
  const [answer] = answers;
  if (answer === undefined) throw new Error(`${endpoint} was not answered; the connection was closed`);
  return answer;
}

/** OTC-AUTH-06 and 12, E22, E23: neither the call nor the listing may be had; the health check is everybody's. */
export async function expectTurnedAway(server: OtcServer, attempt: Attempt): Promise<void> {
  const [call, list, health] = await Promise.all([
    knockToCall(server, attempt),
    knockToList(server, attempt),
    knockAtHealth(server, attempt),
  ]);
  expectRefusedStranger(call, 400);
  expectRefusedStranger(list, 401);
  expectWithout(list, ...(await server.tools()).map(({ id }) => id));
  expectStatus(health, 200);
}

/** A refusal that says how to authenticate. */
export function expectRefusedStranger(answer: Answer, status: 400 | 401): void {
  expectStatus(answer, status);
  ok(answer.headers['www-authenticate'], `expected a WWW-Authenticate header, got ${summarise(answer)}`);
}

/** Both endpoints must let the attempt in. */
export async function expectLetIn(server: OtcServer, attempt: Attempt): Promise<void> {
  const [call, list] = await Promise.all([knockToCall(server, attempt), knockToList(server, attempt)]);
  strictEqual(expectValue(call), 15);
  expectStatus(list, 200);
}

/** The first attempt whose refusal differs from that of no credentials at all would tell its sender what was nearly right. */
export async function expectOneRefusal<Facts>(
  server: OtcServer,
  attempts: readonly NamedAttempt<Facts>[],
  facts: Facts,
): Promise<void> {
  const plain = { call: shown(await knockToCall(server)), list: shown(await knockToList(server)) };
  const compare = async ([name, attempt]: NamedAttempt<Facts>): Promise<void> => {
    const tried = attempt(facts);
    const [call, list] = await Promise.all([knockToCall(server, tried), knockToList(server, tried)]);
    deepStrictEqual({ name, call: shown(call), list: shown(list) }, { name, ...plain });
  };
  await Promise.all(attempts.map(compare));
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
