import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../src/command-line/commands.ts';
import { type Cli, openCli } from './support/cli-process.ts';
import { listWith, objectWith, textWith } from './support/matchers.ts';
import { canMakeTerminals, runInTerminal } from './support/terminal.ts';
import { createTestServer } from './support/tools.ts';

const run = promisify(execFile);
const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

let cli: Cli;
let server: Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;
beforeAll(async () => {
  [cli, server] = await Promise.all([openCli(), createTestServer().listen(0, { closeOnSignals: false })]);
});
afterAll(() => Promise.all([cli.remove(), server.close()]));

describe('toolwire gen', () => {
  it('writes a client, with the same bytes twice, and reports an outdated file', async () => {
    const file = join(cli.folder, 'tools.ts');
    const typed = ['gen', server.url, '--out', file];
    expect(await cli.run([...typed, '--check'])).toMatchObject({
      code: 1,
      stderr: textWith('does not exist'),
    });
    expect(await cli.run(typed)).toEqual({ code: 0, stdout: '', stderr: `${file} was written.\n` });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('export function createToolsClient(');
    expect((await cli.run(['gen', server.url])).stdout).toBe(text);
    expect(await cli.run([...typed, '--check'])).toMatchObject({ code: 0, stderr: `${file} is up to date.\n` });
    await writeFile(file, text.replaceAll('\n', '\r\n'));
    expect((await cli.run([...typed, '--check'])).code).toBe(0);
    await writeFile(file, `${text} `);
    const drifted = await cli.run([...typed, '--check', '--json']);
    expect(drifted.code).toBe(1);
    expect(JSON.parse(drifted.stdout)).toEqual({ file, tools: 8, state: 'differs' });
    expect(await readFile(file, 'utf8')).toBe(`${text} `);
  });

  it("ends with 1 for tools that Open Tool Calling clients can't call", async () => {
    const listing = join(cli.folder, 'unversioned.json');
    await writeFile(listing, '{"tools":[{"id":"add","version":""}]}');
    expect((await cli.run(['gen', listing])).code).toBe(1);
  });
});

describe('toolwire export', () => {
  it.each([
    ['openai', { type: 'function', name: 'Calculator_Add' }],
    ['openai-chat', { type: 'function', function: { name: 'Calculator_Add' } }],
    ['anthropic', { name: 'Calculator_Add', input_schema: { type: 'object' } }],
    ['langchain', { name: 'Calculator_Add', schema: { type: 'object' } }],
  ])('writes tools for %s, with a report for each', async (to, tool) => {
    const { code, stdout, stderr } = await cli.run(['export', server.url, '--to', to]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual(objectWith({ ...tool, ...innerOf(tool) }));
    expect(stderr).toContain('Calculator.Add@1.1.0 as Calculator_Add: unchanged\n');
  });

  it('writes tools for Gemini and the AI SDK, with their names', async () => {
    const [gemini, aiSdk] = await Promise.all(
      ['gemini', 'ai-sdk'].map((to) => cli.run(['export', server.url, '--json', '--to', to])),
    );
    expect(JSON.parse(gemini?.stdout ?? '')).toMatchObject({
      to: 'gemini',
      tools: [{ functionDeclarations: listWith(objectWith({ name: 'Calculator_Add' })) }],
      report: listWith(objectWith({ toolId: 'Calculator.Add@1.1.0', changes: [] })),
    });
    expect(JSON.parse(aiSdk?.stdout ?? '')).toMatchObject({
      tools: { Calculator_Add: { inputSchema: { type: 'object' } } },
    });
  });

  it('describes the calls as OpenAPI, each tool and version by its ID', async () => {
    const { code, stdout } = await cli.run(['export', server.url, '--to', 'openapi']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: server.url }],
      paths: {
        '/tools': { get: {} },
        '/tools/call#Calculator.Add-1.0.0': { post: { operationId: 'Calculator.Add-1.0.0' } },
      },
      components: { schemas: { 'Calculator.Add-1.0.0.input': { required: ['a', 'b'] } } },
    });
  });

  it.each([
    [[], '--to must be one of openai, openai-chat,'],
    [['--to', 'word'], "got 'word'"],
    [['--to', 'gemini', '--strict'], '--strict works only with openai'],
  ])('ends %j with 2', async (words, said) => {
    const { code, stderr } = await cli.run(['export', server.url, ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});

/** The required part of a nested expectation. */
function innerOf(tool: object): object {
  const nested = Object.entries(tool).filter(([, value]) => typeof value === 'object');
  return Object.fromEntries(nested.map(([name, value]) => [name, objectWith(value as object)]));
}

describe('toolwire completion', () => {
  it('writes a script for bash that completes commands, flags and their values', async () => {
    const file = join(cli.folder, 'completion.bash');
    await writeFile(file, (await cli.run(['completion', 'bash'])).stdout);
    const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const script = `source ${file}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _toolwire; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await run('bash', ['-c', script])).stdout.trim().split('\n');
    };
    expect(await complete('toolwire', '')).toEqual([...commands.map(({ name }) => name), '--help', '--version']);
    expect(await complete('toolwire', 'ca')).toEqual(['call']);
    expect(await complete('toolwire', 'call', '--re')).toEqual(['--retry']);
    expect(await complete('toolwire', 'list', '--wire', '')).toEqual(['otc', 'mcp', 'arcade']);
    expect(await complete('toolwire', 'export', '--to', 'a')).toEqual(['anthropic', 'ai-sdk']);
  });

  it.skipIf(!isInstalled('zsh') || !canMakeTerminals())(
    'writes a script for zsh that completes commands, if zsh is installed (apt-get install zsh)',
    async () => {
      const file = join(cli.folder, '_toolwire');
      await writeFile(file, (await cli.run(['completion', 'zsh'])).stdout);
      const prepare = `PS1='rea''dy> '; autoload -U compinit; compinit -D -u; source ${file}; toolwire() { print -r -- "typed <$*>" }`;
      const { screen } = await runInTerminal(
        ['zsh', '-f', '-i'],
        [
          { when: /[%#] /, type: `${prepare}\n` },
          { when: /ready> /, type: 'toolwire cal\t--wi\tar\t\n' },
          { when: /typed <.*>/, type: 'toolwire export --to ant\t\n' },
          { when: /typed <.*>/, type: 'exit\n' },
        ],
      );
      expect(screen.match(/typed <[^>$]*>/g)).toEqual(['typed <call --wire arcade>', 'typed <export --to anthropic>']);
    },
  );

  it.skipIf(!isInstalled('fish'))(
    'writes a script for fish that completes commands, if fish is installed (apt-get install fish)',
    async () => {
      const file = join(cli.folder, 'toolwire.fish');
      await writeFile(file, (await cli.run(['completion', 'fish'])).stdout);
      const complete = async (line: string): Promise<readonly string[]> => {
        const { stdout } = await run('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`]);
        return stdout
          .trim()
          .split('\n')
          .map((each) => each.split('\t')[0] ?? '');
      };
      expect(await complete('toolwire ca')).toEqual(['call']);
      expect(await complete('toolwire call --re')).toEqual(['--retry']);
      expect(await complete('toolwire list --wire ')).toEqual(['arcade', 'mcp', 'otc']);
      expect(await complete('toolwire export --to an')).toEqual(['anthropic']);
    },
  );

  it('writes every command and flag for zsh and fish', async () => {
    const [zsh, fish] = await Promise.all(['zsh', 'fish'].map((shell) => cli.run(['completion', shell])));
    for (const { name, flags } of commands) {
      expect(zsh?.stdout).toContain(`'${name}:`);
      expect(fish?.stdout).toContain(` -a ${name} `);
      for (const flag of Object.keys(flags)) {
        expect(zsh?.stdout).toContain(`--${flag}[`);
        expect(fish?.stdout).toContain(`__fish_seen_subcommand_from ${name}' -l ${flag} `);
      }
    }
    expect((await cli.run(['completion', 'tcsh'])).code).toBe(2);
  });
});
