import { nearestName } from '@toolwire/internal';
import manifest from '../package.json' with { type: 'json' };
import { CliError, type ExitCode, exitCodes, messageOf, usageError } from './cli-error.ts';
import type { Command } from './command-line/command.ts';
import { commands } from './command-line/commands.ts';
import { commandHelp, generalHelp } from './command-line/help.ts';
import { parseArguments } from './command-line/parse-arguments.ts';
import type { Terminal } from './terminal/terminal.ts';
import { safeLines } from './terminal/terminal-text.ts';

/** Runs a command line, and resolves to the exit code. It never rejects. */
export async function runToolwire(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(argv, terminal);
  } catch (thrown) {
    if (terminal.signal.aborted) return interrupted;
    terminal.note(`toolwire: ${safeLines(messageOf(thrown))}\n`);
    if (thrown instanceof CliError) return thrown.exitCode;
    return isOptionError(thrown) ? exitCodes.usage : exitCodes.failed;
  }
}

// The exit code of shells for SIGINT.
const interrupted = 130;

/** Errors of toolwire packages about invalid options, such as credentials for plain http. */
function isOptionError(thrown: unknown): boolean {
  return (
    thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && thrown.code.startsWith('TW_')
  );
}

async function run([name, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (name === '--version' || name === '-v') {
    terminal.write(`${manifest.version}\n`);
    return exitCodes.success;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const about = commands.find((each) => each.name === rest[0]);
    terminal.write(about === undefined ? generalHelp() : commandHelp(about));
    return exitCodes.success;
  }
  if (name === undefined) {
    terminal.note(generalHelp());
    return exitCodes.usage;
  }
  const command = findCommand(name);
  const args = parseArguments(command, rest);
  if (args.has('help')) {
    terminal.write(commandHelp(command));
    return exitCodes.success;
  }
  const runCommand = await command.load();
  return runCommand(args, terminal);
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const suggestion = nearestName(
    name,
    commands.map((candidate) => candidate.name),
  );
  throw usageError(
    `Unknown command '${name}'. ${suggestion === undefined ? 'See toolwire --help.' : `Did you mean ${suggestion}?`}`,
  );
}
