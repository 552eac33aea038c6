import { bundleProgram } from '@toolwire/programs';

const program = bundleProgram(new URL('../programs/fixtures-on-stdio.ts', import.meta.url));

/** How clients start the fixture server as a separate process. */
export const fixturesOnStdio = {
  command: process.execPath,
  args: [program],
} as const;
