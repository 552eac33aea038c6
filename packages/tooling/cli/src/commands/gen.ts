import { generateClient } from '@toolwire/contract';
import { exitCodes, failure, messageOf, usageError } from '../cli-error.ts';
import { type RunCommand, readTarget } from '../command-line/command.ts';
import { readIfExists, writeText } from '../files.ts';
import { listingEntry } from '../saved-listing.ts';
import { withTarget } from '../target/open-target.ts';
import { safeJson } from '../terminal/terminal-text.ts';

/** `toolwire gen TARGET`. Its flags are in `command-line/tool-commands.ts`. */
export const gen: RunCommand = (args, terminal) => {
  const operand = readTarget('gen', args);
  const file = args.value('out');
  const isCheck = args.has('check');
  if (isCheck && file === undefined) throw usageError('--check needs --out FILE.');
  return withTarget(operand, args, terminal, async ({ tools }) => {
    const text = clientFor({ tools: tools.map(listingEntry) });
    if (file === undefined) {
      terminal.write(args.has('json') ? `${safeJson({ tools: tools.length, text })}\n` : text);
      return exitCodes.success;
    }
    // A checkout may have changed the line endings.
    const before = (await readIfExists(file))?.replaceAll('\r\n', '\n');
    const isSame = before === text;
    if (!isCheck && !isSame) await writeText(file, text);
    const checkedState = before === undefined ? 'missing' : 'differs';
    const changedState = isCheck ? checkedState : 'written';
    const state = isSame ? 'same' : changedState;
    if (args.has('json')) terminal.write(`${safeJson({ file, tools: tools.length, state })}\n`);
    else terminal.note(`${messages[state](file)}\n`);
    return isCheck && !isSame ? exitCodes.failed : exitCodes.success;
  });
};

const messages = {
  same: (file: string) => `${file} is up to date.`,
  written: (file: string) => `${file} was written.`,
  missing: (file: string) => `${file} does not exist. Run toolwire gen without --check to write it.`,
  differs: (file: string) => `${file} is out of date. Run toolwire gen without --check to update it.`,
};

function clientFor(listing: object): string {
  try {
    return generateClient(listing);
  } catch (thrown) {
    throw failure(messageOf(thrown));
  }
}
