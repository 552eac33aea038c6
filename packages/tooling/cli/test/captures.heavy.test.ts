import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { noTmux, startInTmux } from '@toolwire/programs/tmux';
import { defineTool, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workingFiles } from './support/broken-edits.ts';
import { type BuiltCli, buildCli } from './support/cli-process.ts';
import { createDevProject, type DevProject } from './support/dev-project.ts';

const order = z.object({
  lines: z.array(z.object({ sku: z.string(), count: z.int() })).describe('What to order.'),
  delivery: z
    .union([z.object({ kind: z.literal('pickup') }), z.object({ kind: z.literal('post'), address: z.string() })])
    .describe('How the customer gets the goods.'),
  status: z.enum(['draft', 'open', 'closed']).default('draft'),
  note: z
    .string()
    .describe('A message to the warehouse, which the customer does not see and the invoice does not show.')
    .optional(),
});

const tools = (version: string) => [
  defineTool({
    id: 'Calculator.Add',
    version,
    description: 'Adds two numbers.',
    input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
    output: z.number(),
    annotations: { readOnly: true },
    run: ({ a, b }) => a + b,
  }),
  defineTool({
    id: 'Orders.Create',
    version: '2.1.0',
    description: 'Creates an order for the signed-in customer, and returns its number and the day of the delivery.',
    input: order,
    output: z.object({ number: z.int(), delivery: z.iso.date() }),
    requirements: { secrets: [{ id: 'SHOP_KEY' }] },
    run: () => ({ number: 1, delivery: '2026-01-01' }),
  }),
];

const createProgram = fileURLToPath(new URL('../../create-toolwire/src/bin.ts', import.meta.url));
const fromSource = ['--conditions=@toolwire/source', '--import', import.meta.resolve('tsx')];
const expressApp = {
  'package.json': '{\n  "type": "module",\n  "dependencies": { "express": "^5.0.0" }\n}\n',
  'server.js': "import express from 'express';\n\nconst app = express();\napp.listen(3000);\n",
};
const creations: readonly (readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  typed: readonly string[],
])[] = [
  ['create-project', {}, ['my-tools', '--yes', '--no-install']],
  ['create-in-app', expressApp, ['--yes', '--no-install']],
];

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const shownAddress = 'http://127.0.0.1:30000';

describe.skipIf(noTmux)(`toolwire in tmux${noTmux === undefined ? '' : `, skipped: ${noTmux}`}`, () => {
  let cli: BuiltCli;
  let project: DevProject;
  let server: Awaited<ReturnType<ReturnType<typeof toolwire>['listen']>>;
  beforeAll(async () => {
    [cli, project, server] = await Promise.all([
      buildCli(),
      createDevProject(),
      toolwire({ tools: tools('1.0.0'), logger: silent }).listen(0, { closeOnSignals: false }),
    ]);
    await mkdir(join(project.folder, 'src'));
    for (const [name, text] of Object.entries(workingFiles)) await project.write(name, text);
    await writeListing('before.json', 'number');
    await writeListing('after.json', 'integer');
  });
  afterAll(() => Promise.all([cli.remove(), project.remove(), server.close()]));

  async function writeListing(name: string, type: string): Promise<void> {
    const parameters = { type: 'object', properties: { a: { type } }, required: ['a'] };
    const tool = {
      id: 'Calculator.Half@1.0.0',
      name: 'Half',
      description: 'Halves.',
      version: '1.0.0',
      input_schema: { parameters },
      output_schema: null,
    };
    await writeFile(join(project.folder, name), JSON.stringify({ tools: [tool] }));
  }

  const program = (): readonly string[] => [process.execPath, join(cli.folder, 'bin.mjs')];

  /** Replaces what differs on each run, with text of the same width. */
  function stable(screen: string): string {
    return screen
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, shownAddress)
      .replaceAll(/toolwire-dev-\w+/g, 'project')
      .replaceAll(/^\d\d:\d\d:\d\d/gm, '12:00:00')
      .replaceAll(/[\d.]+ m?s\b/g, '100 ms')
      .replaceAll(/Node \d+\.\d+\.\d+/g, 'Node 22.0.0');
  }

  const commands: readonly (readonly [name: string, typed: (url: string) => readonly string[]])[] = [
    ['help', () => ['--help']],
    ['call-help', () => ['call', '--help']],
    ['configure-help', () => ['configure', '--help']],
    ['list', (url) => ['list', url]],
    ['show', (url) => ['show', url, 'Orders.Create']],
    ['call', (url) => ['call', url, 'Calculator.Add', 'a=10', 'b=5']],
    ['call-invalid', (url) => ['call', url, 'Orders.Create', 'lines=shoes', 'delivery=post', '--secret', 'SHOP_KEY=1']],
    ['call-refused', (url) => ['call', url, 'Orders.Create', 'lines:=[]', 'delivery:={"kind":"pickup"}']],
    ['diff', () => ['diff', 'before.json', 'after.json']],
    ['check', (url) => ['check', url, '--wire', 'otc', '--only', 'health']],
    ['doctor', (url) => ['doctor', url]],
  ];

  describe.each([80, 120])('at %s columns', (columns) => {
    it.each(commands)('shows %s', async (name, typed) => {
      const words = typed(server.url);
      const terminal = await startInTmux([...program(), ...words], { columns, folder: project.folder });
      const screen = await terminal.until(/^exit: \d+$/m);
      await terminal.close();
      const shown = `$ toolwire ${words.join(' ')}\n${screen}\n`;
      await expect(stable(shown)).toMatchFileSnapshot(`captures/${name}-${columns}.txt`);
      for (const line of screen.split('\n')) expect(Array.from(line).length).toBeLessThanOrEqual(columns);
    });

    it.each(creations)('shows %s', async (name, files, typed) => {
      const folder = await mkdtemp(join(project.folder, 'create-'));
      for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
      const terminal = await startInTmux([process.execPath, ...fromSource, createProgram, ...typed], {
        columns,
        folder,
      });
      const screen = await terminal.until(/^exit: 0$/m);
      await terminal.close();
      const shown = `$ npm create toolwire -- ${typed.join(' ')}\n${screen}\n`;
      // The ranges change with each release.
      const withoutVersions = shown.replaceAll(/\^\d+\.\d+\.\d+/g, '^1.0.0');
      await expect(withoutVersions).toMatchFileSnapshot(`captures/${name}-${columns}.txt`);
    });

    it('shows dev: addresses, calls, an edit, an error, and the keys', async () => {
      await project.write('src/add.ts', workingFiles['src/add.ts']);
      const options = { columns, folder: project.folder };
      const terminal = await startInTmux([...program(), 'dev', 'src/server.ts'], options);
      const started = await terminal.until(/q quit/);
      const [, url = ''] = /Tools +(http:\S+)/.exec(started) ?? [];
      await callAdd(url, { a: 10, b: 5 });
      await terminal.until(/✓ Calculator\.Add@1\.0\.0/);
      await callAdd(url, { a: 10, b: 'five' });
      await terminal.until(/✗ Calculator\.Add@1\.0\.0/);
      await project.write('src/add.ts', workingFiles['src/add.ts'].replace('a: z.number()', 'a: z.int()'));
      await terminal.until(/needs: major/);
      await project.write('src/add.ts', workingFiles['src/add.ts'].replace("'1.0.0'", "'1.0'"));
      await terminal.until(/tw_tool_version/);
      await project.write('src/add.ts', workingFiles['src/add.ts']);
      await terminal.until(/again\./);
      await terminal.type('r');
      await terminal.until(/✓ restarted in/);
      await terminal.type('c');
      await terminal.until(/✓ Copied: claude/);
      await terminal.type('q');
      const screen = await terminal.until(/^exit: 0$/m);
      await terminal.close();
      const withoutDuration = stable(screen).replaceAll(/ +100 ms {2}/g, '  100 ms  ');
      await expect(`$ toolwire dev src/server.ts\n${withoutDuration}\n`).toMatchFileSnapshot(
        `captures/dev-${columns}.txt`,
      );
    });
  });

  it('has colors in a terminal, and not with NO_COLOR', async () => {
    const screenWith = async (environment: Readonly<Record<string, string>>): Promise<string> => {
      const terminal = await startInTmux([...program(), 'list', server.url], { columns: 80, environment });
      await terminal.until(/^exit: 0$/m);
      const screen = await terminal.coloredScreen();
      await terminal.close();
      return screen;
    };
    expect(await screenWith({})).toContain('\u001b[2mNext:');
    expect(await screenWith({ NO_COLOR: '1' })).not.toContain('\u001b');
  });

  it('shows progress of a slow command, and removes it', async () => {
    const slow = toolwire({
      tools: [
        defineTool({
          id: 'Tests.Slow',
          version: '1.0.0',
          description: 'Waits.',
          output: z.string(),
          run: () => wait(3000, 'done'),
        }),
      ],
      logger: silent,
    });
    const listening = await slow.listen(0, { closeOnSignals: false });
    const terminal = await startInTmux([...program(), 'call', listening.url, 'Tests.Slow'], { columns: 80 });
    await terminal.until(/^. Calling Tests\.Slow@1\.0\.0$/m);
    expect(await terminal.until(/^exit: 0$/m)).toBe('done\nexit: 0');
    await terminal.close();
    await listening.close();
  });
});

async function callAdd(url: string, input: object): Promise<void> {
  const body = JSON.stringify({ request: { tool_id: 'Calculator.Add', input } });
  const response = await fetch(`${url}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.text();
}
