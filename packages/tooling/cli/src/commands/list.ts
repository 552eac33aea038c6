import type { ListedTool } from '@toolwire/client';
import { exitCodes } from '../cli-error.ts';
import { type RunCommand, readTarget } from '../command-line/command.ts';
import { noteNextStep, targetWords } from '../command-line/next-step.ts';
import { listingOf } from '../saved-listing.ts';
import { withTarget } from '../target/open-target.ts';
import { describeRequirements, describeSource } from '../target/target.ts';
import { styleOf } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';
import { joinLines } from '../terminal/text-width.ts';

/** `toolwire list TARGET`. Its flags are in `command-line/tool-commands.ts`. */
export const list: RunCommand = async (args, terminal) => {
  const operand = readTarget('list', args);
  if (args.has('json')) {
    terminal.write(`${safeJson(await listingOf(operand, args, terminal))}\n`);
    return exitCodes.success;
  }
  return withTarget(operand, args, terminal, (target) => {
    const { bold, cyan } = styleOf(terminal);
    terminal.write(`${bold(describeSource(target))}\n`);
    const lines = table(target.tools.map(rowOf), { columns: terminal.columns, formats: [cyan] });
    terminal.write(joinLines(lines));
    const [first] = target.tools;
    if (first !== undefined) noteNextStep(`toolwire show ${targetWords(args, first.id)}`, terminal);
    return Promise.resolve(exitCodes.success);
  });
};

function rowOf(tool: ListedTool): readonly string[] {
  const marks = [
    ...(tool.inputSchema['deprecated'] === true ? ['deprecated'] : []),
    ...describeRequirements(tool).map((need) => `needs ${need}`),
  ];
  const prefix = marks.length === 0 ? '' : `[${marks.join(', ')}] `;
  return [safeLine(tool.toolId), safeLine(prefix + tool.description)];
}
