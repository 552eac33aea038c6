import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { OtcServer } from '../../client/otc-server.ts';
import type { RawStep } from '../../client/raw-conversation.ts';
import { summarize } from '../../client/response.ts';
import type { OtcCase } from '../otc-case.ts';
import { counterCall, earlierRuns, expectNoRun, jsonLines } from '../support/calls.ts';
import { expectValue, noResponse } from '../support/expect.ts';

/** What a row builds its bytes from. */
export interface RawCall {
  /** Returns the head of a call: request line, Host, the headers of every request, Content-Type and the given lines. */
  readonly head: (...lines: readonly string[]) => string;
  /** A call of Conf.Counter under a unique key. */
  readonly body: string;
  /** Returns a request with another key, which must not run when it is smuggled into a body. */
  readonly smuggled: () => string;
  readonly server: OtcServer;
}

/**
 * The expected outcome: `runs` is one run and its response, `refused` is no run, and `safe` is either.
 * A smuggled request never runs.
 */
type BytesOutcome = 'runs' | 'refused' | 'safe';

export type BytesRow = readonly [
  name: string,
  outcome: BytesOutcome,
  bytes: (call: RawCall) => string | Uint8Array | readonly RawStep[],
];

/** Turns rows into cases. They are advised, because the standard does not define HTTP itself. */
export function bytesCases(rows: readonly BytesRow[]): readonly OtcCase[] {
  return rows.map(([name, outcome, bytes]) => ({
    title: `a call with ${name} ${outcomeText[outcome]}`,
    requirements: outcome === 'runs' ? ['OTC-CALL-01'] : ['OTC-CALL-07'],
    needs: ['fixtures'],
    grade: 'advised',
    run: (server) => expectOutcome(server, outcome, bytes),
  }));
}

const outcomeText: Readonly<Record<BytesOutcome, string>> = {
  runs: 'runs once',
  refused: 'runs nothing',
  safe: 'runs once or not at all',
};

async function expectOutcome(server: OtcServer, outcome: BytesOutcome, bytes: BytesRow[2]): Promise<void> {
  const [key, smuggledKey] = [randomUUID(), randomUUID()];
  let smuggles = false;
  const call = createRawCall(server, key, () => {
    smuggles = true;
    return smuggledKey;
  });
  const request = bytes(call);
  const steps = typeof request === 'string' || request instanceof Uint8Array ? [latin1(request)] : request.map(latin1);
  const { responses } = await server.converse(steps);
  const [response] = responses;
  // Closing the connection without a response is also a refusal.
  const isAccepted = response !== undefined && response.status < 400;
  ok(
    !isAccepted || outcome !== 'refused',
    `response: expected a refusal or none, got ${response && summarize(response)}`,
  );
  if (isAccepted || outcome === 'runs') strictEqual(expectValue(response ?? noResponse()), 1);
  const runs = await earlierRuns(server, key);
  // A server that cannot respond may have run the call.
  const allowed = outcome === 'safe' && response === undefined ? [0, 1] : [Number(isAccepted)];
  ok(allowed.includes(runs), `runs of the tool: expected ${allowed.join(' or ')}, got ${runs}`);
  if (smuggles) await expectNoRun(server, smuggledKey, 'the smuggled request');
}

function createRawCall(server: OtcServer, key: string, smuggledKey: () => string): RawCall {
  const head: RawCall['head'] = (...lines) =>
    Buffer.from(server.bytes({ method: 'POST', path: '/tools/call', headers: [...jsonLines, ...lines] })).toString(
      'latin1',
    );
  const wholeRequest = (body: string): string => head(`Content-Length: ${body.length}`) + body;
  return { head, body: counterCall(key), smuggled: () => wholeRequest(counterCall(smuggledKey())), server };
}

function latin1<Step extends RawStep>(step: Step): Step | Uint8Array {
  return typeof step === 'string' ? Buffer.from(step, 'latin1') : step;
}

/** Encodes a body in chunks. */
export function inChunks(body: string, size = body.length): string {
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
}
