import { run } from './command.mjs';

const program = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

export function connect({ url }) {
  const command = (...args) => run(program, ['--cli', url, '--transport', 'http', ...args]);
  return Promise.resolve({
    list: async () => (await command('--method', 'tools/list')).tools.map(({ name }) => name),
    call: (name, args) => {
      const pairs = Object.entries(args).map(
        ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
      return command('--method', 'tools/call', '--tool-name', name, ...pairs.flatMap((pair) => ['--tool-arg', pair]));
    },
    close: () => undefined,
  });
}
