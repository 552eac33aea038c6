import type { ListedTool } from '@toolwire/client';
import { exitCodes } from '../cli-error.ts';
import type { RunCommand } from '../command-line/command.ts';
import { readTarget } from '../command-line/read-target.ts';
import { listingEntry, requirementsOf } from '../listed-tools.ts';
import { withTarget } from '../target/find-target.ts';
import { withMcpDetails } from '../target/prefer-mcp.ts';
import { foundTools, heading, safeJson, safeLine, table } from '../terminal/terminal-text.ts';

/** `toolwire list TARGET`. */
export const list: RunCommand = (args, terminal) => {
  const operand = readTarget('list', args);
  return withTarget(operand, args, terminal, async (target) => {
    if (args.has('json')) {
      const listed = await withMcpDetails(target, args, terminal);
      terminal.write(`${safeJson({ tools: listed.map(listingEntry) })}\n`);
      return exitCodes.success;
    }
    terminal.write(`${heading(foundTools(target), terminal)}\n`);
    for (const line of table(target.tools.map(rowOf), terminal.columns)) terminal.write(`${line}\n`);
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
