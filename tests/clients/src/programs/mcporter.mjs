import { run } from './command.mjs';

const program = 'node_modules/mcporter/dist/cli.js';

export function connect({ url }) {
  const target = ['--http-url', url, '--allow-http', '--name', 'tools'];
  return Promise.resolve({
    list: async () => (await run(program, ['list', ...target, '--json'])).tools.map(({ name }) => name),
    call: (name, args, options) =>
      run(program, ['call', ...target, '--tool', name, '--args', JSON.stringify(args), '--output', 'json'], options),
    close: () => undefined,
  });
}
