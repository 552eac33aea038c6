import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, read } from '@toolwire-examples/verify';
import { begin, mcp, outcomeOf, until } from './callers.ts';
import { startProcess } from './processes.ts';

const folder = await mkdtemp(join(tmpdir(), 'durable-'));
const deployment = {
  ENGINE: 'sqlite',
  DATA_FILE: join(folder, 'tasks.db'),
  ALLOW_LOSS: '1',
  LEASE_MS: '1000',
  DEFER_AFTER_MS: '50',
};
const startWorker = () => startProcess({ ...deployment, ROLE: 'worker' });
const linesOf = async (name: string): Promise<string[][]> => {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '));
};
const work = (name: string) => ({ file: join(folder, name), steps: 20, ms: 100, name });

const web = await startProcess({ ...deployment, ROLE: 'web' });
const stepping = { id: 'call-1', tool: 'Work.Steps', input: work('steps') };
const first = await begin(web.url, stepping);
check('a call that takes long is to be asked for again', read(first, 'result.error.can_retry'));
check('by the same call_id, in a while', read(first, 'result.error.retry_after_ms'), 1_000);
const asked = await mcp(web.url, 'tools/call', { name: 'Work_Ask', arguments: {} });
check('over MCP it is a task', read({ body: asked }, 'resultType'), 'task');

const lost = await startWorker();
await until(async () => ((await linesOf('steps')).length > 2 ? true : undefined));
await lost.kill();
const done = (await linesOf('steps')).length;
const second = await startWorker();
const spinning = { id: 'call-2', tool: 'Work.Spin', input: { ms: 3_600_000 } };
check('a tool that never looks up begins', read(await begin(web.url, spinning), 'result.success'), false);
const stepped = await outcomeOf(web.url, stepping);
check('another worker goes on where one was killed', read(stepped, 'result.value'), 20);
const lines = await linesOf('steps');
check('both have worked', [...new Set(lines.map(([, pid]) => pid))], [String(lost.pid), String(second.pid)]);
check('every step was done', new Set(lines.map(([, , step]) => step)).size, 20);
check('and at most one of them twice', lines.length - 20 <= 1 && done >= 3);

const { taskId } = asked as { readonly taskId: string };
const question = await until(async () => {
  const task = await mcp(web.url, 'tasks/get', { taskId });
  return read({ body: task }, 'inputRequests.number');
});
check('a task asks for what it needs', read({ body: question }, 'params.message'), 'Which number shall be doubled?');
const inputResponses = { number: { action: 'accept', content: { number: 21 } } };
await mcp(web.url, 'tasks/update', { taskId, inputResponses });
const answered = await until(async () => {
  const task = await mcp(web.url, 'tasks/get', { taskId });
  return read({ body: task }, 'status') === 'completed' ? task : undefined;
});
check('and goes on with the answer', read({ body: answered }, 'result.structuredContent'), 42);

const spun = await outcomeOf(web.url, spinning);
check(
  'the one that never looks up is ended',
  read(spun, 'result.error.message'),
  'The tool did not answer within 10 seconds.',
);

const charging = { id: 'call-3', tool: 'Work.Charge', input: work('charge') };
await begin(web.url, charging);
await until(async () => ((await linesOf('charge')).length > 2 ? true : undefined));
await second.kill();
const third = await startWorker();
const charged = await outcomeOf(web.url, charging);
check(
  'what must not run twice ends when its worker is lost',
  read(charged, 'result.error.message'),
  'The worker crashed during the call, so the call may have run. It does not run again.',
);
check('and it was not started again', new Set((await linesOf('charge')).map(([, pid]) => pid)).size, 1);

for (const one of [third, web]) await one.kill();
await rm(folder, { recursive: true });
