import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ShownCommand, terminalSvg } from '../src/terminal-svg.ts';

const picture = fileURLToPath(new URL('../../../docs/pictures/terminal.svg', import.meta.url));
const program = fileURLToPath(new URL('../../../packages/tooling/cli/dist/bin.js', import.meta.url));
const shownAddress = 'http://127.0.0.1:3000';

const commands = [
  ['list', shownAddress],
  ['call', shownAddress, 'Calculator.Add', 'a=10', 'b=5'],
  ['call', shownAddress, 'Calculator.Add', 'a=10', 'b=infinity'],
  ['call', `${shownAddress}/mcp`, 'Calculator.Ad', 'a=10', 'b=5'],
];

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});

// `PICTURES=write npm test -- tests/site/test/terminal.test.ts` makes it anew.
test('the terminal picture shows the output of its commands', async () => {
  const server = await toolwire({ tools: [add], logger: silentLogger }).listen(0, { closeOnSignals: false });
  const shown: ShownCommand[] = [];
  for (const args of commands) {
    const printed = await outputOf(args.map((text) => text.replace(shownAddress, server.url)));
    shown.push({ command: `toolwire ${args.join(' ')}`, output: printed.replaceAll(server.url, shownAddress) });
  }
  await server.close();
  const svg = terminalSvg(shown);
  if (process.env['PICTURES'] === 'write') writeFileSync(picture, svg);
  expect(readFileSync(picture, 'utf8')).toBe(svg);
});

/** The output of a command, on both streams. Some commands fail, as they should. */
function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], (_error, stdout, stderr) => done(stdout + stderr));
  });
}
