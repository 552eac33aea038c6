import type { ListedTool } from '@toolwire/client';
import { exitCodes } from '../cli-error.ts';
import { type RunCommand, readTarget } from '../command-line/command.ts';
import { noteNextStep, targetWords } from '../command-line/next-step.ts';
import { listingEntry, requirementsOf } from '../saved-listing.ts';
import { withMcpDetails, withTarget } from '../target/find-target.ts';
import { describeSource } from '../target/target.ts';
import { styleOf } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';
import { joinLines } from '../terminal/text-width.ts';

/** `toolwire list TARGET`. Its flags are in `command-line/tool-commands.ts`. */
export const list: RunCommand = (args, terminal) => {
  const operand = readTarget('list', args);
  return withTarget(operand, args, terminal, async (target) => {
    if (args.has('json')) {
      const listed = await withMcpDetails(target, args, terminal);
      terminal.write(`${safeJson({ tools: listed.map(listingEntry) })}\n`);
      return exitCodes.success;
    }
    const { bold, cyan } = styleOf(terminal);
    terminal.write(`${bold(describeSource(target))}\n`);
    const lines = table(target.tools.map(rowOf), { columns: terminal.columns, formats: [cyan] });
    terminal.write(joinLines(lines));
    const [first] = target.tools;
    if (first !== undefined) noteNextStep(`toolwire show ${targetWords(args, first.id)}`, terminal);
    return exitCodes.success;
  });
};

function rowOf(tool: ListedTool): readonly string[] {
  const marks = [
    ...(tool.inputSchema['deprecated'] === true ? ['deprecated'] : []),
    ...requirementsOf(tool).map((need) => `needs ${need}`),
  ];
  const description = [marks.length === 0 ? '' : `[${marks.join(', ')}] `, tool.description].join('');
  return [safeLine(tool.toolId), safeLine(description)];
}
