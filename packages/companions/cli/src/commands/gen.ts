import { readFile, writeFile } from 'node:fs/promises';
import { generateClient } from '@toolwire/contract';
import { exitCodes, failure, usageError } from '../cli-error.ts';
import type { RunCommand } from '../command.ts';
import { safeJson } from '../safe-text.ts';
import { savedTool } from '../saved-listing.ts';
import { withTarget } from '../target/find-target.ts';

/** `toolwire gen TARGET`. */
export const gen: RunCommand = (given, terminal) => {
  const [typed, ...more] = given.operands;
  if (more.length > 0) throw usageError('toolwire gen takes one TARGET.');
  const file = given.value('out');
  const isCheck = given.has('check');
  if (isCheck && file === undefined) throw usageError('--check compares with a file: give it by --out FILE.');
  return withTarget(typed, given, terminal, async ({ tools }) => {
    const text = textOf({ tools: tools.map(savedTool) });
    if (file === undefined) {
      terminal.write(given.has('json') ? `${safeJson({ tools: tools.length, text })}\n` : text);
      return exitCodes.well;
    }
    const before = await readBefore(file);
    const isSame = before === text;
    if (!isCheck && !isSame) await writeAnew(file, text);
    const state = isSame ? 'same' : isCheck ? (before === undefined ? 'missing' : 'differs') : 'written';
    if (given.has('json')) terminal.write(`${safeJson({ file, tools: tools.length, state })}\n`);
    else terminal.note(`${sentences[state](file)}\n`);
    return isCheck && !isSame ? exitCodes.failed : exitCodes.well;
  });
};

const sentences = {
  same: (file: string) => `${file} is up to date.`,
  written: (file: string) => `${file} is written.`,
  missing: (file: string) => `${file} is not there: write it by toolwire gen without --check.`,
  differs: (file: string) =>
    `${file} differs from what the tools say now: write it anew by toolwire gen without --check.`,
};

function textOf(listing: object): string {
  try {
    return generateClient(listing);
  } catch (thrown) {
    throw failure(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

async function readBefore(file: string): Promise<string | undefined> {
  try {
    // A checkout may have turned the ends of lines.
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw usageError(`${file} cannot be read.`);
  }
}

async function writeAnew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch {
    throw usageError(`${file} cannot be written: is its folder there?`);
  }
}
