import { nearestName } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import type { Command } from './command.ts';
import { commonFlags } from './flags.ts';
import { bridge, configure, dev, inspect } from './server-commands.ts';
import { check, diff, doctor, record, replay } from './test-commands.ts';
import { call, exportTools, gen, importTools, list, show } from './tool-commands.ts';

const completion: Command = {
  name: 'completion',
  about: 'Print a shell completion script',
  operands: 'bash|zsh|fish',
  flags: commonFlags,
  examples: ['toolwire completion bash >> ~/.bashrc'],
  json: '`{ shell, script }`',
  load: async () => (await import('../commands/completion.ts')).completionOf(commands),
};

/** The commands by task, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  { title: 'Develop', commands: [dev, inspect, importTools] },
  { title: 'Call', commands: [list, show, call, gen, exportTools] },
  { title: 'Verify', commands: [check, diff, record, replay, doctor] },
  { title: 'Connect', commands: [configure, bridge, completion] },
];

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands);

export function findCommand(name: string): Command {
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
