import type { Figure } from '../figure.ts';
import { callIdAt } from '../http/keep-alive-client.ts';
import type { Cluster } from './cluster.ts';

/** As in servers/scale/shared.ts. */
const allowed = 100;
const timesEach = 3;
/** How many ids are on their way together, each as often as it is sent. */
const atOnce = 30;
/** Above those of the measured calls. */
const firstId = 900_000_000;

/** Sends each of so many calls several times at once, and sees each run once in all processes together. */
export async function checkOnce(cluster: Cluster, ids: number): Promise<Figure> {
  const before = await runsOf(cluster);
  for (let from = 0; from < ids; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, ids - from) }, (_, index) => from + index);
    await Promise.all(Array.from({ length: timesEach }, () => some.map((number) => sendOne(cluster, number))).flat());
  }
  const runs = (await runsOf(cluster)).map((after, index) => after - (before[index] ?? 0));
  const total = runs.reduce((sum, one) => sum + one, 0);
  if (total !== ids) throw new Error(`${ids} calls, each sent ${timesEach} times, have run ${total} times.`);
  return {
    name: `${ids} ids, each sent ${timesEach} times at once, runs`,
    unit: 'times',
    value: total,
    note: `${runs.join(' + ')} in the processes; every repeat got the answer`,
  };
}

/** Calls a limited tool more often than it may be called, through all processes. */
export async function checkLimit(cluster: Cluster): Promise<Figure> {
  const tries = 4 * allowed;
  const answers = await Promise.all(
    Array.from({ length: tries }, () => call(cluster, 'Limited.Add', { a: 19, b: 23 })),
  );
  const letIn = answers.filter(({ body }) => body.includes('"value":42')).length;
  const refused = answers.filter(({ body }) => body.includes('Too many calls')).length;
  if (letIn !== allowed || letIn + refused !== tries) {
    throw new Error(`A limit of ${allowed} let ${letIn} of ${tries} calls in, and refused ${refused}.`);
  }
  return {
    name: `${tries} calls against a shared limit of ${allowed}, let in`,
    unit: 'times',
    value: letIn,
    note: `${refused} refused`,
  };
}

async function sendOne(cluster: Cluster, number: number): Promise<void> {
  const { status, body } = await call(cluster, 'Counted.Add', { a: number, b: 1 }, callIdAt(firstId + number));
  if (status !== 200 || !body.includes(`"value":${number + 1}`)) throw new Error(`A repeat is answered ${body}`);
}

async function runsOf(cluster: Cluster): Promise<number[]> {
  return Promise.all(cluster.servers.map((one) => one.ask<number>('runs')));
}

async function call(
  cluster: Cluster,
  toolId: string,
  input: object,
  callId?: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(`http://127.0.0.1:${cluster.port}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { tool_id: toolId, input, ...(callId !== undefined && { call_id: callId }) } }),
  });
  return { status: response.status, body: await response.text() };
}
