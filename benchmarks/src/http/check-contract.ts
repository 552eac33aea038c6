import { deepStrictEqual, strictEqual } from 'node:assert';
import { callBody } from '../calculator.ts';

interface Answer {
  readonly result: { readonly duration: unknown };
}

/** Refuses to measure a server that does not do the work: the right answer, and a refusal where the input is wrong. */
export async function checkContract(name: string, port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/tools/call`;
  const right = await post(url, callBody);
  strictEqual(right.status, 200, `${name} answers the call`);
  const answer = (await right.json()) as Answer;
  strictEqual(typeof answer.result.duration, 'number', `${name} says how long the tool ran`);
  const call_id = '7c0a0c8e-3f3b-4a3c-9a53-0d1f6c1c6a10';
  deepStrictEqual(
    answer,
    { $schema: 'otc://1.0', result: { call_id, duration: answer.result.duration, success: true, value: 42 } },
    `${name} answers the right envelope`,
  );

  await refuses(name, url, callBody.replace('19', '"nineteen"'), [400, 422]);
  await refuses(name, url, callBody.replace('Calculator.Add', 'Calculator.Ad'), [400]);
  await refuses(name, url, callBody.slice(1), [400]);
}

/** Refuses to measure a server that does not keep answers: a repeat gets the same one, whatever the order of its input, and another call with its id none. */
export async function checkKeepsAnswers(name: string, port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/tools/call`;
  const first = await (await post(url, callBody)).text();
  strictEqual(await (await post(url, callBody)).text(), first, `${name} answers a repeat from memory`);
  const otherOrder = callBody.replace('"a":19,"b":23', '"b":23,"a":19');
  strictEqual(await (await post(url, otherOrder)).text(), first, `${name} knows a repeat by what it asks`);
  await refuses(name, url, callBody.replace('19', '20'), [400]);
}

async function refuses(name: string, url: string, body: string, statuses: readonly number[]): Promise<void> {
  const { status } = await post(url, body);
  if (!statuses.includes(status)) throw new Error(`${name} answers ${status} to what it should refuse: ${body}`);
}

function post(url: string, body: string): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}
