import type { ListedTool } from '@toolwire/client';
import { exitCodes, usageError } from '../cli-error.ts';
import type { RunCommand } from '../command-line/command.ts';
import { listingEntry, requirementsOf } from '../listed-tools.ts';
import { withTarget } from '../target/find-target.ts';
import { withMcpDetails } from '../target/prefer-mcp.ts';
import { countOf, heading, protocolName, safeJson, safeLine, table } from '../terminal/terminal-text.ts';

/** `toolwire list TARGET`. */
export const list: RunCommand = (args, terminal) => {
  const [operand, ...more] = args.operands;
  if (more.length > 0) throw usageError('toolwire list takes one TARGET.');
  return withTarget(operand, args, terminal, async (target) => {
    const { tools, wire, address } = target;
    if (args.has('json')) {
      const listed = await withMcpDetails(target, args, terminal);
      terminal.write(`${safeJson({ tools: listed.map(listingEntry) })}\n`);
      return exitCodes.success;
    }
    const count = countOf(tools.length, 'tool');
    const from = wire === 'saved' ? '' : ` over ${protocolName(wire)}`;
    terminal.write(`${heading(`${count} at ${safeLine(address)}${from}`, terminal)}\n`);
    for (const line of table(tools.map(rowOf), terminal.columns)) terminal.write(`${line}\n`);
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
