import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type BuiltCli, buildCli } from './support/cli-process.ts';
import { createDevProject, type DevProject, type RunningDev, startDev } from './support/dev-project.ts';

let cli: BuiltCli;
let project: DevProject;
let dev: RunningDev | undefined;
beforeAll(async () => {
  [cli, project] = await Promise.all([buildCli(), createDevProject()]);
  await project.write('throwing.mjs', `\nthrow new Error('thrown on purpose');\n`);
});
afterEach(async () => {
  if (dev?.child.exitCode === null) await dev.leave();
});
afterAll(() => Promise.all([cli.remove(), project.remove()]));

const toolsModule = (answer: number, { version = '1.0.0', type = 'number' } = {}): string => `
export const tool = {
  id: 'Tests.Answer', version: '${version}', description: 'Answers.', annotations: { readOnly: true },
  input: { type: 'object', properties: { a: { type: '${type}', description: 'A.' } }, required: ['a'] },
  output: { type: 'number' },
  run: () => ${answer},
};
`;
const serverModule = `
import { defineTool, toolwire } from 'toolwire';
import { tool } from './tools.mjs';
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
console.log('begun at', performance.timeOrigin);
await toolwire({ tools: [defineTool(tool)], logger: quiet }).listen(Number(process.env.PORT ?? 0));
console.log('it says so itself');
`;

async function answerAt(url: string, toolId = 'Tests.Answer'): Promise<unknown> {
  const body = JSON.stringify({ request: { tool_id: toolId, input: { a: 1, b: 1 } } });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/tools/call`, { method: 'POST', headers, body });
  const { result } = (await response.json()) as { readonly result?: { readonly value?: unknown } };
  return result?.value;
}

/** Milliseconds until the program sends this answer. A restarting program sends no response. */
async function untilAnswers(url: string, answer: number, toolId: string): Promise<number> {
  const since = performance.now();
  await vi.waitFor(async () => expect(await answerAt(url, toolId)).toBe(answer), { interval: 10 });
  return performance.now() - since;
}

async function ready(running: RunningDev, count = 1): Promise<string> {
  await vi.waitFor(() => expect(running.events().filter(({ event }) => event === 'ready')).toHaveLength(count));
  return running.events().findLast(({ event }) => event === 'ready')?.url ?? '';
}

/** A program that is edited. */
interface Edited {
  readonly name: string;
  readonly edits: number;
  /** The saved file, and the text that gives the program this answer. */
  readonly file: string;
  readonly textFor: (answer: number) => string;
  /** A file that is not a program. */
  readonly syntaxError: string;
  /** The response to a call, by tool ID. */
  readonly toolId: string;
}

const quickstart = readFileSync(new URL('../../../../examples/quickstart/src/server.ts', import.meta.url), 'utf8');
const small: Edited = {
  name: 'a small program',
  edits: 6,
  file: 'tools.mjs',
  textFor: toolsModule,
  syntaxError: `\n\nexport const tool = {;`,
  toolId: 'Tests.Answer',
};
const subjects: readonly Edited[] = [
  small,
  {
    name: 'the quickstart, in TypeScript',
    edits: 8,
    file: 'server.ts',
    textFor: (answer) =>
      `console.log('begun at', performance.timeOrigin);\n${quickstart.replace('=> a + b', `=> a + b + ${answer - 2}`)}`,
    syntaxError: `\n\nexport const tool = {;`,
    toolId: 'Calculator.Add',
  },
];

it.each(process.env['TEST_SCOPE'] === 'all' ? subjects : [small])(
  'loses none of $edits edits of $name, with a syntax error and an import that throws between them, and keeps the port',
  async ({ edits, file, textFor, syntaxError, toolId }) => {
    await Promise.all([project.write('server.mjs', serverModule), project.write(file, textFor(0))]);
    // Any free port, which stays the same after restarts.
    const typed = file === 'server.ts' ? ['--json', '--port', '0', file] : ['--json'];
    const running = startDev(join(cli.folder, 'bin.mjs'), typed, project);
    dev = running;
    const url = await ready(running);
    expect(await answerAt(url, toolId)).toBe(0);
    const answers: number[] = [];
    const restarts: number[] = [];
    for (let edit = 1; edit <= edits; edit += 1) {
      if (edit === 3) await breakIt(running, file, syntaxError, `${file}:3`);
      if (edit === 5) await breakIt(running, file, `import './throwing.mjs';\n${textFor(edit)}`, 'throwing.mjs:2');
      await project.write(file, textFor(edit));
      const written = performance.timeOrigin + performance.now();
      answers.push(await untilAnswers(url, edit, toolId));
      restarts.push(lastBegin(running) - written);
    }
    // Concurrent saves, of which the last one counts.
    for (let edit = 100; edit < 120; edit += 1) await project.write(file, textFor(edit));
    await untilAnswers(url, 119, toolId);
    process.stdout.write(
      `from a save to the restart: ${medianOf(restarts)}, to the right answer: ${medianOf(answers)}\n`,
    );
    expect(answers).toHaveLength(edits);
    expect(running.stderr()).toContain(file === 'server.ts' ? 'answers on http' : 'it says so itself\n');
    expect(await running.leave()).toBe(0);
    await expect(answerAt(url)).rejects.toThrow('fetch failed');
  },
  600_000,
);

/** When the last started program reached this point, in milliseconds since 1970. */
function lastBegin({ stderr }: RunningDev): number {
  return Number([...stderr().matchAll(/^begun at (\S+)$/gm)].at(-1)?.[1]);
}

function medianOf(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms (median of ${sorted.length}, ${Math.round(sorted[0] ?? 0)} at best)`;
}

/** Saves code that cannot run, and waits for the error with its location. */
async function breakIt(running: RunningDev, file: string, text: string, location: string): Promise<void> {
  const before = running.stderr().length;
  await project.write(file, text);
  await vi.waitFor(() => {
    expect(running.stderr().slice(before)).toContain(location);
    expect(running.events().at(-1)).toMatchObject({ event: 'ended', how: 1, error: { location } });
  });
}

it('shows breaking changes of each edit', async () => {
  await Promise.all([project.write('tools.mjs', toolsModule(0)), project.write('server.mjs', serverModule)]);
  const running = startDev(join(cli.folder, 'bin.mjs'), ['--json', 'server.mjs'], project);
  dev = running;
  await ready(running);
  await project.write('tools.mjs', toolsModule(0, { type: 'integer' }));
  await ready(running, 2);
  await project.write('tools.mjs', toolsModule(0, { type: 'integer', version: '2.0.0' }));
  await ready(running, 3);
  const told = running.events().filter(({ event }) => event === 'ready');
  expect(told[0]).toMatchObject({ wire: 'otc', tools: ['Tests.Answer@1.0.0'], diff: null });
  expect(told[0]?.mcpUrl).toBe(`${told[0]?.url ?? ''}/mcp`);
  expect(told[1]?.diff).toMatchObject({ bump: 'major', isCovered: false });
  expect(told[2]?.diff).toMatchObject({ tools: [{ id: 'Tests.Answer', from: '1.0.0', to: '2.0.0' }] });
});

it('runs TypeScript, and shows URLs that work', async () => {
  await Promise.all([
    project.write('tools.mjs', toolsModule(7)),
    project.write('typed.ts', `type No = never;${serverModule}`),
  ]);
  const running = startDev(join(cli.folder, 'bin.mjs'), ['--verbose', 'typed.ts'], project);
  dev = running;
  await vi.waitFor(() => expect(running.stdout()).toMatch(/^ {2}➜ Inspector /m));
  const [, url = ''] = /➜ Tools +(http:\S+)\n/.exec(running.stdout()) ?? [];
  expect(running.stdout()).toContain(`\n  ➜ Inspector ${url}/inspector\n`);
  expect(running.stdout()).toMatch(new RegExp(`claude mcp add -t http [\\w-]+ ${url}/mcp\n`));
  expect(running.stdout()).toMatch(new RegExp(`{"mcpServers":{"[\\w-]+":{"url":"${url}/mcp"}}} in .cursor/mcp.json`));
  const [curl = ''] = /curl -s .*/.exec(running.stdout()) ?? [];
  const { stdout } = await promisify(exec)(curl);
  expect(JSON.parse(stdout)).toMatchObject({ result: { success: true, value: 7 } });
});

it.each([
  ['', true],
  [', inspector: { path: "/look" }', false],
  [', inspector: false', false],
])(
  'serves the inspector, of which nothing is installed, unless the program configures it (%s)',
  async (option, isThere) => {
    const program = serverModule.replace(', logger: quiet', `, logger: quiet${option}`);
    await Promise.all([project.write('tools.mjs', toolsModule(0)), project.write('inspected.mjs', program)]);
    const running = startDev(join(cli.folder, 'bin.mjs'), ['--json', 'inspected.mjs'], project);
    dev = running;
    const url = await ready(running);
    const told = running.events().find(({ event }) => event === 'ready')?.inspectorUrl;
    expect(told).toBe(isThere ? `${url}/inspector` : null);
    if (!isThere) return;
    const html = await (await fetch(`${url}/inspector`)).text();
    const token = /name="inspector-token" content="([\w-]+)"/.exec(html)?.[1] ?? '';
    const models = await fetch(`${url}/inspector/models?tool=Tests.Answer@1.0.0`, {
      headers: { 'x-toolwire-inspector': token },
    });
    expect(await models.json()).toMatchObject({
      apis: [{ api: 'OpenAI Responses', name: 'Tests_Answer' }, {}, {}, {}, {}, {}, {}],
    });
  },
);

it('reports a server without tools, and finds tools at a path', async () => {
  const mounted = `
import { createServer } from 'node:http';
import { createNodeListener, defineTool, toolwire } from 'toolwire';
import { tool } from './tools.mjs';
const tools = createNodeListener(toolwire({ tools: [defineTool(tool)] }));
createServer((request, response) => {
  if (!request.url.startsWith('/ai/')) return void response.writeHead(404).end();
  request.url = request.url.slice(3);
  tools(request, response);
}).listen(0, '127.0.0.1');
`;
  await Promise.all([project.write('tools.mjs', toolsModule(1)), project.write('mounted.mjs', mounted)]);
  const lost = startDev(join(cli.folder, 'bin.mjs'), ['--json', 'mounted.mjs'], project);
  dev = lost;
  await vi.waitFor(() => expect(lost.events().map(({ event }) => event)).toEqual(['no_tools']));
  await lost.leave();
  const found = startDev(join(cli.folder, 'bin.mjs'), ['--json', 'mounted.mjs', '--path', '/ai'], project);
  dev = found;
  expect(await answerAt(await ready(found))).toBe(1);
});
