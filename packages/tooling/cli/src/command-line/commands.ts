import { type Command, commonFlags } from './command.ts';
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

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  dev,
  list,
  show,
  call,
  check,
  diff,
  gen,
  exportTools,
  importTools,
  bridge,
  configure,
  inspect,
  record,
  replay,
  doctor,
  completion,
];
