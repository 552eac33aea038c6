import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltCli, buildCli } from './support/cli-process.ts';
import { type OfficialServer, startSessionServer } from './support/official-http.ts';
import { startsProgram } from './support/programs.ts';
import { canMakeTerminals, runInTerminal, type SeenInTerminal, type TerminalStep } from './support/terminal.ts';
import { createTestServer } from './support/tools.ts';

let cli: BuiltCli;
let server: Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;
let sessions: OfficialServer;
beforeAll(async () => {
  [cli, server, sessions] = await Promise.all([
    buildCli(),
    createTestServer().listen(0, { closeOnSignals: false }),
    startSessionServer(),
  ]);
});
afterAll(async () => {
  sessions.close();
  await Promise.all([cli.remove(), server.close()]);
});

function inTerminal(
  typed: readonly string[],
  steps?: readonly TerminalStep[],
  environment?: Readonly<Record<string, string>>,
): Promise<SeenInTerminal> {
  return runInTerminal([process.execPath, join(cli.folder, 'bin.mjs'), ...typed], steps, environment);
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
};

describe.skipIf(!canMakeTerminals() && !process.env['CI'])('toolwire in a terminal, with script of util-linux', () => {
  it('truncates long lines, and shows headings in bold', async () => {
    const { code, screen } = await inTerminal(['list', server.url]);
    expect(code).toBe(0);
    const lines = screen.trimEnd().split('\r\n');
    expect(lines[0]).toContain('\u001b[1m');
    const rows = lines.slice(1, lines.indexOf('')).map(stripVTControlCharacters);
    for (const row of rows) expect(Array.from(row).length).toBeLessThanOrEqual(60);
    expect(screen).toContain('…');
  });

  it('has no colors with NO_COLOR or in a pipe', async () => {
    const { screen } = await inTerminal(['list', server.url], [], { NO_COLOR: '1' });
    expect(screen).toContain('Calculator.Add@1.1.0');
    expect(screen).not.toContain('\u001b');
    expect((await cli.run(['list', server.url])).stdout).not.toContain('\u001b');
  });

  it('asks the user the questions of a tool, until the answers are valid', async () => {
    const { code, screen } = await inTerminal(
      ['call', `${server.url}/mcp`, 'Tests.Ask', '--json'],
      [
        { when: /City: /, type: 'X\n' },
        { when: /At least 2 characters\.[^]*City: /, type: 'Rome\n' },
        { when: /nights \(a whole number\): /, type: 'two\n' },
        { when: /Type a number\.[^]*nights.*: /, type: '2\n' },
        { when: /breakfast \(yes or no; true if left empty\): /, type: '\n' },
        { when: /room \(one of single, double\): /, type: 'double\n' },
        { when: /note \(may be left empty\): /, type: '\n' },
        {
          when: /https:\/\/pay\.example\.com\/1[^]*press Enter[^]*declines\. /,
          type: '\n',
        },
      ],
    );
    expect(code).toBe(0);
    expect(screen).toContain('Input requested: Where \\u001b[2Jto?');
    const json = screen.slice(screen.lastIndexOf('\n{') + 1);
    expect(JSON.parse(json)).toMatchObject({
      kind: 'value',
      value: {
        stay: { action: 'accept', content: { city: 'Rome', nights: 2, breakfast: true, room: 'double' } },
        page: { action: 'accept' },
      },
    });
  });

  it('asks the questions of an official server of 2025-11-25 too, and passes on a decline', async () => {
    const accepted = await inTerminal(['call', sessions.url, 'greet'], [{ when: /name: /, type: 'Ada\n' }]);
    expect(accepted.code).toBe(0);
    expect(accepted.screen).toMatch(/\naccept Ada\r\n$/);
  });

  it('shows the question of a tool if there is no terminal', async () => {
    const { code, stderr } = await cli.run(['call', `${server.url}/mcp`, 'Tests.Ask']);
    expect(code).toBe(1);
    expect(stderr).toContain('elicitation');
  });

  it('declines at the end of the input, and ends with 130 on Ctrl-C during a question', async () => {
    const declined = await inTerminal(['call', `${server.url}/mcp`, 'Tests.Ask'], [{ when: /City: /, type: '\u0004' }]);
    expect(declined.screen).toContain('Declined.');
    const left = await inTerminal(['call', `${server.url}/mcp`, 'Tests.Ask'], [{ when: /City: /, type: '\u0003' }]);
    expect(left.code).toBe(130);
  });

  it('asks again without a warning of Node', async () => {
    const wrong = Array.from({ length: 12 }, () => ({ when: /City: /, type: 'X\n' }));
    const steps = [...wrong, { when: /City: /, type: '\u0004' }];
    const { screen } = await inTerminal(['call', `${server.url}/mcp`, 'Tests.Ask'], steps);
    expect(screen).toContain('Declined.');
    expect(screen).not.toContain('Warning');
  });

  it('leaves nothing behind after Ctrl-C', async () => {
    const path = join(cli.folder, 'pid');
    const { code } = await inTerminal(
      ['call', 'wait', '--', ...startsProgram('waiting-server'), path],
      [{ when: /waiting/, type: '\u0003' }],
    );
    expect(code).toBe(130);
    expect(isRunning(Number(await readFile(path, 'utf8')))).toBe(false);
  });
});
