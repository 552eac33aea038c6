import { diffAsMarkdown, diffListings } from '@toolwire/contract';
import { exitCodes, usageError } from '../cli-error.ts';
import type { RunCommand } from '../command-line/command.ts';
import { noteNextStep } from '../command-line/next-step.ts';
import { listingOfRef } from '../git/listing-of-ref.ts';
import { listingOf, type SavedListing } from '../saved-listing.ts';
import { contractText } from '../terminal/contract-text.ts';
import { safeJson, safeLines } from '../terminal/terminal-text.ts';

/** `toolwire diff EARLIER LATER`. Its flags are in `command-line/test-commands.ts`. */
export const diff: RunCommand = async (args, terminal) => {
  const areRefs = args.has('refs');
  const spawnsOne = args.spawned.length > 0;
  const [earlier, later, ...more] = args.operands;
  if (earlier === undefined || more.length > 0 || (later === undefined) !== spawnsOne || (areRefs && spawnsOne)) {
    throw usageError(`toolwire diff takes two ${areRefs ? 'git refs' : 'TARGETs'}, the earlier one first.`);
  }
  if (args.has('json') && args.has('markdown')) throw usageError('Pass --json or --markdown, not both.');
  if (!areRefs && ['at', 'run', 'prepare'].some((flag) => args.has(flag))) {
    throw usageError('--at, --run and --prepare need --refs.');
  }
  const listTools = (operand: string | undefined): Promise<SavedListing> =>
    areRefs && operand !== undefined ? listingOfRef(operand, args, terminal) : listingOf(operand, args, terminal);
  const diffResult = diffListings(...withSameDetails(await listTools(earlier), await listTools(later)));
  if (args.has('json')) {
    terminal.write(`${safeJson(diffResult)}\n`);
  } else if (args.has('markdown')) {
    terminal.write(safeLines(diffAsMarkdown(diffResult)));
  } else {
    terminal.write(contractText(diffResult, terminal));
    if (!diffResult.isCovered) noteNextStep('raise the versions of the tools marked ✗, and compare again', terminal);
  }
  return diffResult.isCovered ? exitCodes.success : exitCodes.failed;
};

/** Two listings without the titles or annotations that only one of them has, because it came from another protocol. */
function withSameDetails(earlier: SavedListing, later: SavedListing): readonly [SavedListing, SavedListing] {
  const isIn = (name: string, { tools }: SavedListing) => tools.some((tool) => name in tool);
  const dropped = ['title', 'annotations'].filter((name) => !isIn(name, earlier) || !isIn(name, later));
  const without = ({ tools }: SavedListing) => ({
    tools: tools.map((tool) => Object.fromEntries(Object.entries(tool).filter(([name]) => !dropped.includes(name)))),
  });
  return [without(earlier), without(later)];
}
