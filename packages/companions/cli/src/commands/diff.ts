import { diffAsMarkdown, diffAsText, diffListings } from '@toolwire/contract';
import { exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command.ts';
import { safeJson, safeLines } from '../safe-text.ts';
import { savedTool } from '../saved-listing.ts';
import { withTarget } from '../target/find-target.ts';
import type { Terminal } from '../terminal.ts';

/** `toolwire diff EARLIER LATER`. */
export const diff: RunCommand = async (given, terminal) => {
  const spawnsOne = given.spawned.length > 0;
  const [earlier, later, ...more] = given.operands;
  if (earlier === undefined || more.length > 0 || (later === undefined) !== spawnsOne) {
    throw usageError('toolwire diff takes two TARGETs, the earlier one first.');
  }
  if (given.has('json') && given.has('markdown')) throw usageError('Give --json or --markdown, not both.');
  const found = diffListings(await listingOf(earlier, given, terminal), await listingOf(later, given, terminal));
  if (given.has('json')) {
    terminal.write(`${safeJson(found)}\n`);
  } else {
    terminal.write(safeLines(given.has('markdown') ? diffAsMarkdown(found) : diffAsText(found)));
  }
  return found.isCovered ? exitCodes.well : exitCodes.failed;
};

function listingOf(typed: string | undefined, given: Arguments, terminal: Terminal): Promise<object> {
  return withTarget(typed, given, terminal, ({ tools }) => Promise.resolve({ tools: tools.map(savedTool) }));
}
