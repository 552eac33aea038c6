import { usageError } from '../cli-error.ts';
import type { Arguments } from './command.ts';

/** Reads the only operand of a command, its TARGET. Returns `undefined` if the command after `--` is the target. */
export function readTarget(command: string, { operands, spawned }: Arguments): string | undefined {
  const [target, ...more] = operands;
  if (more.length > 0 || (target !== undefined && spawned.length > 0)) {
    throw usageError(`toolwire ${command} takes one TARGET.`);
  }
  return target;
}
