import type { Fields } from './checked-server.ts';

/** A tool, and what is wrong with an input by the name of each parameter. */
export interface HandWrittenTool {
  check(input: Fields): Readonly<Record<string, string>> | undefined;
  run(input: Fields): unknown;
}

/** The tool that all servers offer, written by hand. */
export const add: HandWrittenTool = {
  check: ({ a, b }) => {
    if (typeof a === 'number' && typeof b === 'number') return undefined;
    return {
      ...(typeof a === 'number' ? {} : { a: 'Must be a number' }),
      ...(typeof b === 'number' ? {} : { b: 'Must be a number' }),
    };
  },
  run: ({ a, b }) => (a as number) + (b as number),
};
