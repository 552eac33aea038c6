import { parseArgs } from 'node:util';

/** How long and how thoroughly to measure. */
export interface BenchOptions {
  /** A short run, to see that everything works; its figures spread more. */
  readonly quick: boolean;
  /** Fails when a target is missed. */
  readonly check: boolean;
  /** Checks only ratios, each within this multiple of its target, for busy machines. */
  readonly within: number | undefined;
  /** Figures of an earlier run, to print next to the new figures. */
  readonly beside: string | undefined;
  /** Where to write the figures as JSON. */
  readonly json: string | undefined;
  /** Where to write a CPU profile of every server of the first section; the figures are not to be trusted then. */
  readonly profile: string | undefined;
  /** Writes the tables of the model, or of the comparison, into their pages. */
  readonly write: boolean;
  /** The sections to run, each by a part of its name; none for all of them. */
  readonly only: readonly string[];
}

/** Reads the command line. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    // Package managers pass on the `--` that separates their options from ours.
    args: args.filter((argument) => argument !== '--'),
    options: {
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      within: { type: 'string' },
      beside: { type: 'string' },
      json: { type: 'string' },
      only: { type: 'string' },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',').filter((part) => part !== '') ?? [];
  const { quick, check, json, profile, beside, write } = values;
  const within = values.within === undefined ? undefined : Number(values.within);
  if (within !== undefined && !(within >= 1)) throw new RangeError('--within takes a number from 1 on, such as 1.5.');
  return { quick, check, within, beside, json, only, profile, write };
}
