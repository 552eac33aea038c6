import { nearestName } from '@toolwire/internal';
import manifest from '../package.json' with { type: 'json' };
import { CliError, type ExitCode, exitCodes, usageError } from './cli-error.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, generalHelp } from './help.ts';
import { parseArguments } from './parse-arguments.ts';
import { safeLines } from './safe-text.ts';
import type { Terminal } from './terminal.ts';

/** Does what was typed behind `toolwire`, and tells how the process should end; it never rejects. */
export async function runToolwire(typed: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(typed, terminal);
  } catch (thrown) {
    if (terminal.signal.aborted) return interrupted;
    terminal.note(`toolwire: ${safeLines(thrown instanceof Error ? thrown.message : String(thrown))}\n`);
    if (thrown instanceof CliError) return thrown.exitCode;
    return isMistake(thrown) ? exitCodes.usage : exitCodes.failed;
  }
}

// As shells tell of SIGINT.
const interrupted = 130;

/** Errors by which our packages refuse what they were given, such as credentials for plain http. */
function isMistake(thrown: unknown): boolean {
  return (
    thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && thrown.code.startsWith('TW_')
  );
}

async function run([name, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (name === '--version' || name === '-v') {
    terminal.write(`${manifest.version}\n`);
    return exitCodes.well;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const about = commands.find((each) => each.name === rest[0]);
    terminal.write(about === undefined ? generalHelp() : commandHelp(about));
    return exitCodes.well;
  }
  if (name === undefined) {
    terminal.note(generalHelp());
    return exitCodes.usage;
  }
  const command = findCommand(name);
  const given = parseArguments(command, rest);
  if (given.has('help')) {
    terminal.write(commandHelp(command));
    return exitCodes.well;
  }
  const runCommand = await command.load();
  return runCommand(given, terminal);
}

function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (found !== undefined) return found;
  const meant = nearestName(
    name,
    commands.map((command) => command.name),
  );
  throw usageError(
    `There is no command '${name}'. ${meant === undefined ? 'See toolwire --help.' : `Did you mean ${meant}?`}`,
  );
}
