import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../src/command-line/commands.ts';
import { runToolwire } from '../src/index.ts';
import { untilAborted } from '../src/terminal/terminal.ts';
import { type BuiltCli, buildCli, type Cli, openCli } from './support/cli-process.ts';

let built: BuiltCli;
let cli: Cli;
beforeAll(async () => {
  [built, cli] = await Promise.all([buildCli(), openCli()]);
});
afterAll(() => Promise.all([built.remove(), cli.remove()]));

describe('the start of toolwire', () => {
  it('prints its version', async () => {
    expect(await built.run(['--version'])).toEqual({ code: 0, stdout: '0.0.0\n', stderr: '' });
  });

  it('loads no other module for that', () => {
    const files = new Set<string>();
    const visit = (path: string): void => {
      const output = built.outputs[path];
      if (output === undefined || files.has(path)) return;
      files.add(path);
      for (const imported of output.imports) if (imported.kind === 'import-statement') visit(imported.path);
    };
    const entry = Object.keys(built.outputs).find((path) => path.endsWith('/bin.mjs')) ?? '';
    visit(entry);
    const inputs = [...files].flatMap((path) => Object.keys(built.outputs[path]?.inputs ?? {}));
    expect(inputs.length).toBeGreaterThan(5);
    expect(inputs.filter((path) => !/tooling\/cli\/|packages\/internal\//.test(path))).toEqual([]);
    expect(inputs.filter((path) => /src\/(?:target|commands|mcp|bridge)\//.test(path))).toEqual([]);
  });

  it.each(commands.map(({ name }) => name))('shows how to use %s, with an example', async (name) => {
    const { code, stdout, stderr } = await cli.run([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: toolwire ${name}`);
    expect(stdout).toMatch(new RegExp(`Examples:\n {2}toolwire ${name}[ \n]`));
  });

  it('lists every command in its help, and on stderr without arguments', async () => {
    const [asked, nothing] = await Promise.all([cli.run(['--help']), cli.run([])]);
    expect(await cli.run(['help', 'help'])).toEqual(asked);
    for (const { name } of commands) expect(asked.stdout).toContain(`  ${name} `);
    expect(asked.code).toBe(0);
    expect(nothing).toEqual({ code: 2, stdout: '', stderr: asked.stdout });
  });

  it.each([
    [['lst'], "Unknown command 'lst'. Did you mean list?"],
    [['list', '--jsno', 'x'], 'toolwire list has no flag --jsno. Did you mean --json?'],
    [['help', 'lst'], "Unknown command 'lst'. Did you mean list?"],
    [['list', '--constructor', 'x'], 'toolwire list has no flag --constructor. See toolwire list --help.'],
    [['list', '--json=yes'], "--json doesn't accept a value."],
    [['list', '--token'], '--token needs a value: --token token'],
    [['list', '--token', 'a', '--token', 'b'], '--token was given more than once.'],
    [['list'], 'TARGET is missing'],
    [['list', 'a.json', 'b.json'], 'toolwire list takes one TARGET.'],
    [['list', 'a.json', '--', 'node', 'server.mjs'], 'toolwire list takes one TARGET.'],
    [['gen', 'a.json', '--', 'node', 'server.mjs'], 'toolwire gen takes one TARGET.'],
    [['import', 'a.yaml', '--', 'node', 'server.mjs'], 'toolwire import takes one OpenAPI document.'],
    [['completion', 'bash', '--', 'node', 'server.mjs'], 'toolwire completion takes one shell'],
    [['list', 'nothing'], "'nothing' is not a valid TARGET"],
    [['list', 'http://u:hidden@localhost'], 'without a username and password'],
    [['list', 'http://localhost:1', '--wire', 'soap'], "--wire must be otc, mcp or arcade, got 'soap'."],
    [['check', 'http://localhost:1', '--wire', 'arcade'], "--wire must be otc or mcp, got 'arcade'."],
    [['doctor', 'http://localhost:1', '--wire', 'soap'], "--wire must be otc, mcp or arcade, got 'soap'."],
    [['list', 'http://localhost:1', '--timeout', '0'], '--timeout must be a number of seconds'],
    [['list', 'http://192.0.2.1', '--token', 'hidden'], 'plain http to another machine'],
    [['list', 'http://192.0.2.1/mcp', '--token', 'hidden'], 'plain http to another machine'],
    [['dev', 'there-is-none.mjs'], 'File not found: there-is-none.mjs'],
    [['dev', 'a.mjs', 'b.mjs'], 'toolwire dev takes one file'],
    [['dev', '--port', '70000'], '--port must be a port up to 65535'],
    [['dev', '--path', 'ai'], "--path must be a path such as /ai, got 'ai'."],
    [['configure', 'cursor', '--bridge', '--', 'node', 'server.mjs'], '--bridge works only with a server URL.'],
    [['configure', 'cursor', '--scope', 'word', '--file', 'a.json', '--', 'node'], 'Pass --scope or --file, not both.'],
    [['show', 'a.json'], 'toolwire show takes a TARGET and a TOOL.'],
    [['call', 'a.json'], 'toolwire call takes a TARGET, a TOOL, and its parameters.'],
    [['diff', 'a.json'], 'toolwire diff takes two TARGETs'],
    [['diff', 'a.json', 'b.json', '--json', '--markdown'], 'Pass --json or --markdown, not both.'],
  ])('ends %j with 2 and a fix', async (args, message) => {
    const { code, stdout, stderr } = await cli.run(args);
    expect(stderr).toContain(`toolwire: `);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hidden');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('waits for Ctrl-C, also if the user pressed it before', async () => {
    expect(await untilAborted(AbortSignal.abort())).toBe(undefined);
  });

  it('runs inside another program', async () => {
    const written: string[] = [];
    const code = await runToolwire(['--version'], {
      write: (text) => void written.push(text),
      note: (text) => void written.push(text),
      columns: undefined,
      hasColor: false,
      environment: {},
      signal: new AbortController().signal,
    });
    expect({ code, written }).toEqual({ code: 0, written: ['0.0.0\n'] });
  });
});
