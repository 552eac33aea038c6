import { expect, it } from 'vitest';
import { defaultServerName } from '../src/clients/server-entry.ts';
import { commands } from '../src/command-line/commands.ts';
import { parseArguments } from '../src/command-line/parse-arguments.ts';

function nameFor(...target: readonly string[]): string {
  const command = commands.find(({ name }) => name === 'configure');
  if (command === undefined) throw new Error('There is no configure.');
  const args = parseArguments(command, ['claude', ...target]);
  const [program = '', ...programArgs] = args.spawned;
  return defaultServerName({ command: program, args: programArgs, env: {} }, args);
}

it.each([
  ['server', ['--', 'node', 'build/server.mjs']],
  ['server', ['--', 'node', 'server.mjs', '--port', '3000']],
  ['server', ['--', 'python', '-m', 'pip', 'run', '/opt/server.py', 'notes.txt']],
  ['server-everything', ['--', 'npx', '-y', '@modelcontextprotocol/server-everything']],
  ['local-3000', ['http://127.0.0.1:3000/mcp']],
  ['local-80', ['http://localhost/mcp']],
  ['local-443', ['https://localhost/mcp']],
  ['example-com', ['https://mcp.example.com/mcp']],
])('a server is named %s for %j', (name, target) => {
  expect(nameFor(...target)).toBe(name);
});

it('the name of a server with a long hostname is a valid name', () => {
  expect(nameFor(`https://${'a'.repeat(60)}.example.com/mcp`)).toBe(`${'a'.repeat(60)}-exa`);
});
