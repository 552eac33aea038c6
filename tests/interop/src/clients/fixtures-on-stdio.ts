import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../programs/fixtures-on-stdio.ts', import.meta.url));

/** How clients start the fixture server as a process of their own. */
export const fixturesOnStdio = {
  command: process.execPath,
  args: ['--conditions=@toolwire/source', '--import', import.meta.resolve('tsx'), program],
} as const;
