import type { Command } from '../command.ts';
import { commonFlags } from '../flags.ts';

/** Completes all commands, itself among them. */
export function completionOf(all: () => readonly Command[]): Command {
  return {
    name: 'completion',
    about: 'Writes what a shell needs to complete commands and flags.',
    operands: 'bash|zsh|fish',
    flags: commonFlags,
    examples: ['toolwire completion bash >> ~/.bashrc'],
    json: '`{ shell, script }`',
    load: async () => (await import('../commands/completion.ts')).completionOf(all()),
  };
}
