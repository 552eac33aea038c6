import { diffAsMarkdown, diffAsText, diffListings } from '@toolwire/contract';
import { exitCodes, usageError } from '../cli-error.ts';
import { listingOf, listingOfRef } from '../git/listing-of-ref.ts';
import type { RunCommand } from '../help/command.ts';
import { safeJson, safeLines } from '../terminal/terminal-text.ts';

/** `toolwire diff EARLIER LATER`. */
export const diff: RunCommand = async (given, terminal) => {
  const areRefs = given.has('refs');
  const spawnsOne = given.spawned.length > 0;
  const [earlier, later, ...more] = given.operands;
  if (earlier === undefined || more.length > 0 || (later === undefined) !== spawnsOne || (areRefs && spawnsOne)) {
    throw usageError(`toolwire diff takes two ${areRefs ? 'git refs' : 'TARGETs'}, the earlier one first.`);
  }
  if (given.has('json') && given.has('markdown')) throw usageError('Pass --json or --markdown, not both.');
  if (!areRefs && ['at', 'run', 'prepare'].some((flag) => given.has(flag))) {
    throw usageError('--at, --run and --prepare need --refs.');
  }
  const listed = (typed: string | undefined): Promise<object> =>
    areRefs && typed !== undefined ? listingOfRef(typed, given, terminal) : listingOf(typed, given, terminal);
  const found = diffListings(await listed(earlier), await listed(later));
  if (given.has('json')) {
    terminal.write(`${safeJson(found)}\n`);
  } else {
    terminal.write(safeLines(given.has('markdown') ? diffAsMarkdown(found) : diffAsText(found)));
  }
  return found.isCovered ? exitCodes.success : exitCodes.failed;
};
