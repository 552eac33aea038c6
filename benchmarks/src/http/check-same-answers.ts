import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { callBody } from '../calculator.ts';

/**
 * The response without the parts that always differ: the date, the duration, the message of a refusal, and whether the connection
 * stays open.
 */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Asked {
  readonly status: 200 | 400 | 422;
  readonly body: string;
  readonly type?: string;
}

const call = JSON.parse(callBody) as { readonly request: Readonly<Record<string, unknown>> };

const asked: readonly Asked[] = [
  { status: 200, body: callBody },
  { status: 200, body: JSON.stringify({ request: call.request }) },
  { status: 200, body: callWith({ tool_id: 'Calculator.Add@1' }) },
  { status: 200, body: callWith({ tool_id: 'Calculator.Add@1.0.0', trace_id: 'trace' }) },
  { status: 200, body: callWith({ input: { a: 1.5, b: -1.5, c: 'more' } }) },
  { status: 422, body: callWith({ input: { a: 'nineteen', b: 23 } }) },
  { status: 422, body: callWith({ input: { a: 19 } }) },
  { status: 422, body: callWith({ input: undefined }) },
  { status: 422, body: callWith({ input: [19, 23] }) },
  { status: 400, body: callWith({ tool_id: 'Calculator.Ad' }) },
  { status: 400, body: callWith({ tool_id: 'Calculator.Add@1.0.1' }) },
  { status: 400, body: callWith({ tool_id: 7 }) },
  { status: 400, body: callWith({ call_id: 7 }) },
  { status: 400, body: callWith({ trace_id: 7 }) },
  { status: 400, body: JSON.stringify({ ...call, $schema: 'otc://9.9' }) },
  { status: 400, body: callWith({ call_id: 'x'.repeat(257) }) },
  { status: 400, body: callWith({ context: [] }) },
  { status: 400, body: callWith({ context: { authorization: {} } }) },
  { status: 422, body: callBody.replace('19', '1e999') },
  { status: 400, body: callBody.replace('23', `23,"c":${'['.repeat(70)}${']'.repeat(70)}`) },
  { status: 400, body: callBody.replace('23', `23,"c":[${'1,'.repeat(60_000)}1]`) },
  { status: 400, body: '{}' },
  { status: 400, body: '[]' },
  { status: 400, body: callBody.slice(1) },
  { status: 400, body: callBody, type: 'text/plain' },
];

/** Throws if servers don't do the same work: the same bytes for calls, and equivalent refusals. */
export async function checkSameAnswers(path: string, ports: ReadonlyMap<string, number>): Promise<void> {
  const [[reference, referencePort] = ['', 0], ...others] = ports;
  for (const one of asked) {
    const expected = await answerOf(referencePort, path, one);
    strictEqual(expected.status, one.status, `${reference} answers ${one.body}`);
    for (const [name, port] of others) {
      deepStrictEqual(await answerOf(port, path, one), expected, `${name} answers as ${reference} does: ${one.body}`);
    }
  }
}

async function answerOf(
  port: number,
  path: string,
  { status, body, type = 'application/json' }: Asked,
): Promise<Answer> {
  const url = `http://127.0.0.1:${port}${path}`;
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  const text = await response.text();
  strictEqual(response.headers.get('content-length'), String(Buffer.byteLength(text)), `${url} says how long it is`);
  const isRefused = status !== 200;
  const differing = new Set(['date', 'content-length', ...(isRefused ? ['connection', 'keep-alive'] : [])]);
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !differing.has(name))),
    text: isRefused ? withoutWords(text) : withoutDuration(text),
  };
}

function withoutDuration(text: string): string {
  match(text, /"duration":[0-9.]+,/);
  return text.replace(/"duration":[0-9.]+,/, '');
}

/** A refusal's `$schema`, its members, and the parameters it names. */
function withoutWords(text: string): string {
  const { message, developer_message: _forDevelopers, parameter_errors = {}, ...rest } = JSON.parse(text) as Words;
  strictEqual(typeof message, 'string');
  return JSON.stringify({ ...rest, parameters: Object.keys(parameter_errors) });
}

interface Words {
  readonly message: string;
  readonly developer_message?: string;
  readonly parameter_errors?: Readonly<Record<string, string>>;
}

function callWith(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...call, request: { ...call.request, ...members } });
}
