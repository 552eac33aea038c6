import { nearestName } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import type { Arguments, Command, Flag } from './command.ts';

/** Parses the arguments of a command. Flags may appear anywhere before `--`. */
export function parseArguments(command: Command, typed: readonly string[]): Arguments {
  const end = typed.indexOf('--');
  const own = end < 0 ? typed : typed.slice(0, end);
  const found = new Map<string, string[]>();
  const operands: string[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const word = own[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    const { name, flag, inline } = readFlag(command, word);
    if (flag.value === undefined) {
      if (inline !== undefined) throw usageError(`--${name} doesn't accept a value.`);
      found.set(name, ['']);
      continue;
    }
    const value = inline ?? own[at + 1];
    if (value === undefined) throw usageError(`--${name} needs a value: --${name} ${flag.value}`);
    if (inline === undefined) at += 1;
    const before = found.get(name) ?? [];
    if (before.length > 0 && flag.isRepeated !== true) throw usageError(`--${name} was given more than once.`);
    found.set(name, [...before, value]);
  }
  return {
    operands,
    spawned: end < 0 ? [] : typed.slice(end + 1),
    value: (name) => found.get(name)?.at(-1),
    values: (name) => found.get(name) ?? [],
    has: (name) => found.has(name),
  };
}

interface FoundFlag {
  readonly name: string;
  readonly flag: Flag;
  readonly inline: string | undefined;
}

function readFlag(command: Command, word: string): FoundFlag {
  const [, typedName = '', inline] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  const name = typedName === 'h' ? 'help' : typedName;
  const flag = Object.hasOwn(command.flags, name) ? command.flags[name] : undefined;
  if (flag !== undefined) return { name, flag, inline };
  const meant = nearestName(name, Object.keys(command.flags));
  const hint = meant === undefined ? `See toolwire ${command.name} --help.` : `Did you mean --${meant}?`;
  throw usageError(`toolwire ${command.name} has no flag --${name}. ${hint}`);
}
