import { usageError } from '../cli-error.ts';
import type { RunCommand } from '../command-line/command.ts';
import { readAttempts } from '../command-line/number-flags.ts';
import { findTool } from '../listed-tools.ts';
import { callContext, readInput } from '../read-input.ts';
import { withTarget } from '../target/find-target.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';
import { describeProblem, describeValue, exitCodeOf } from './call-output.ts';

/** `toolwire call TARGET TOOL name=value …`. */
export const call: RunCommand = (args, terminal) => {
  const isSpawned = args.spawned.length > 0;
  const [first, second, ...rest] = args.operands;
  const [target, name] = isSpawned ? [undefined, first] : [first, second];
  const words = isSpawned && second !== undefined ? [second, ...rest] : rest;
  if (name === undefined) throw usageError('toolwire call takes a TARGET, a TOOL, and its parameters.');
  const attempts = readAttempts(args);
  const context = callContext(args);
  return withTarget(target, args, terminal, async ({ tools, call: send }) => {
    const tool = findTool(tools, name);
    const input = await readInput(words, args.value('input'), tool.inputSchema);
    const result = await send({ tool, input, attempts, context });
    if (args.has('json')) {
      // The cause is an Error, which JSON cannot represent.
      terminal.write(`${safeJson({ ...result, cause: undefined })}\n`);
    } else if (result.kind === 'value') {
      terminal.write(describeValue(result.value));
    } else {
      terminal.note(describeProblem(result, safeLine(tool.toolId)));
    }
    return exitCodeOf(result);
  });
};
