import manifest from '../package.json' with { type: 'json' };
import { CliError, type ExitCode, exitCodes, interrupted, isStartupError, messageOf } from './cli-error.ts';
import { findCommand } from './command-line/commands.ts';
import { commandHelp, generalHelp } from './command-line/help.ts';
import { parseArguments } from './command-line/parse-arguments.ts';
import { styleOf } from './terminal/style.ts';
import type { Terminal } from './terminal/terminal.ts';
import { safeLines } from './terminal/terminal-text.ts';

/** Runs a command line, and resolves to the exit code. It never rejects. */
export async function runToolwire(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(argv, terminal);
  } catch (thrown) {
    if (terminal.signal.aborted) return interrupted;
    terminal.progress?.(undefined);
    terminal.note(`${styleOf(terminal).red('toolwire:')} ${safeLines(messageOf(thrown))}\n`);
    if (thrown instanceof CliError) return thrown.exitCode;
    return isStartupError(thrown) ? exitCodes.usage : exitCodes.failed;
  }
}

async function run([name, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (name === '--version' || name === '-v') {
    terminal.write(`${manifest.version}\n`);
    return exitCodes.success;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const [topic] = rest;
    const isGeneral = topic === undefined || topic === 'help' || topic.startsWith('-');
    terminal.write(isGeneral ? generalHelp(terminal) : commandHelp(findCommand(topic), terminal));
    return exitCodes.success;
  }
  if (name === undefined) {
    terminal.note(generalHelp(terminal));
    return exitCodes.usage;
  }
  const command = findCommand(name);
  const args = parseArguments(command, rest);
  if (args.has('help')) {
    terminal.write(commandHelp(command, terminal));
    return exitCodes.success;
  }
  const runCommand = await command.load();
  return runCommand(args, terminal);
}
