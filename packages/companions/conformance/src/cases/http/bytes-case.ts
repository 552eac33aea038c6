import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { summarise } from '../../subject/answer.ts';
import type { OtcServer } from '../../subject/otc-server.ts';
import type { RawStep } from '../../subject/raw-conversation.ts';
import { count, envelope } from '../calls.ts';
import { expectValue, missing } from '../expect.ts';
import type { OtcCase } from '../otc-case.ts';

/** What the bytes of a row are made of. */
export interface BytesParts {
  /** Everything up to the empty line: the request line of a call, Host, and what it is given. */
  readonly head: (...lines: readonly string[]) => string;
  /** A call of Conf.Counter under a key of the row's own. */
  readonly body: string;
  /** A whole request that counts under another key, for those who take the end of one request for the start of the next. */
  readonly smuggled: () => string;
  readonly server: OtcServer;
}

/**
 * What must come of some bytes: `runs` is one run and its answer, `refused` is none, and `safe` is either of them.
 * What is smuggled never runs.
 */
type BytesOutcome = 'runs' | 'refused' | 'safe';

/** Bytes by name. */
export type BytesRow = readonly [
  name: string,
  outcome: BytesOutcome,
  bytes: (parts: BytesParts) => string | Uint8Array | readonly RawStep[],
];

/** Turns rows into cases: the standard's text leaves HTTP to HTTP, so they are advised. */
export function bytesCases(title: string, rows: readonly BytesRow[]): readonly OtcCase[] {
  return rows.map(([name, outcome, bytes]) => ({
    title: `${title} ${inWords[outcome]}: ${name}`,
    requirements: outcome === 'runs' ? ['OTC-CALL-01'] : ['OTC-CALL-07'],
    needs: ['fixtures'],
    grade: 'advised',
    run: (server) => expectOutcome(server, outcome, bytes),
  }));
}

const inWords: Readonly<Record<BytesOutcome, string>> = {
  runs: 'runs once',
  refused: 'runs nothing',
  safe: 'runs once or not at all',
};

async function expectOutcome(server: OtcServer, outcome: BytesOutcome, bytes: BytesRow[2]): Promise<void> {
  const [key, hidden] = [randomUUID(), randomUUID()];
  let smuggles = false;
  const made = bytes(
    partsFor(server, key, () => {
      smuggles = true;
      return hidden;
    }),
  );
  const steps = typeof made === 'string' || made instanceof Uint8Array ? [latin1(made)] : made.map(latin1);
  const { answers } = await server.converse(steps, { timeoutMs: 4000 });
  const [answer] = answers;
  if (outcome === 'runs') strictEqual(expectValue(answer ?? missing()), 1);
  // A server that closes the connection without a word has refused as well.
  if (outcome === 'refused') {
    ok(answer === undefined || answer.status >= 400, `answered ${answer && summarise(answer)}`);
  }
  if (outcome === 'safe' && answer !== undefined && answer.status < 400) strictEqual(expectValue(answer), 1);
  const ran = Number(await count(server, key)) - 1;
  ok(ran === (outcome === 'runs' ? 1 : 0) || (outcome === 'safe' && ran === 1), `the tool ran ${ran} times`);
  if (smuggles) strictEqual(await count(server, hidden), 1, 'what was smuggled has run');
}

function partsFor(server: OtcServer, key: string, hidden: () => string): BytesParts {
  const { prefix, authority } = server.target;
  const head: BytesParts['head'] = (...lines) =>
    [
      `POST ${prefix}/tools/call HTTP/1.1`,
      `Host: ${authority}`,
      'Content-Type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n');
  const wholeRequest = (body: string): string => head(`Content-Length: ${body.length}`) + body;
  return { head, body: counting(key), smuggled: () => wholeRequest(counting(hidden())), server };
}

function counting(key: string): string {
  return envelope({ tool_id: 'Conf.Counter@1.0.0', input: { key } });
}

function latin1<Step extends RawStep>(step: Step): Step | Uint8Array {
  return typeof step === 'string' ? Buffer.from(step, 'latin1') : step;
}

/** A body in chunks of a size, as hexadecimal numbers say it. */
export function inChunks(body: string, size = body.length): string {
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
}
