import { nearestName } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import type { Arguments, Command, Flag } from './command.ts';

/** Parses the arguments of a command. Flags may appear anywhere before `--`. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const end = argv.indexOf('--');
  const commandArgs = end < 0 ? argv : argv.slice(0, end);
  const flagValues = new Map<string, string[]>();
  const operands: string[] = [];
  for (let index = 0; index < commandArgs.length; index += 1) {
    const word = commandArgs[index] ?? '';
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    const { name, flag, inline } = readFlag(command, word);
    if (flag.value === undefined) {
      if (inline !== undefined) throw usageError(`--${name} doesn't accept a value.`);
      flagValues.set(name, ['']);
      continue;
    }
    const value = inline ?? commandArgs[index + 1];
    if (value === undefined) throw usageError(`--${name} needs a value: --${name} ${flag.value}`);
    if (inline === undefined) index += 1;
    const earlier = flagValues.get(name) ?? [];
    if (earlier.length > 0 && flag.isRepeated !== true) throw usageError(`--${name} was given more than once.`);
    flagValues.set(name, [...earlier, value]);
  }
  return {
    operands,
    spawned: end < 0 ? [] : argv.slice(end + 1),
    value: (name) => flagValues.get(name)?.at(-1),
    values: (name) => flagValues.get(name) ?? [],
    has: (name) => flagValues.has(name),
  };
}

interface ParsedFlag {
  readonly name: string;
  readonly flag: Flag;
  readonly inline: string | undefined;
}

function readFlag(command: Command, word: string): ParsedFlag {
  const [, typedName = '', inline] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  const name = typedName === 'h' ? 'help' : typedName;
  const flag = Object.hasOwn(command.flags, name) ? command.flags[name] : undefined;
  if (flag !== undefined) return { name, flag, inline };
  const suggestion = nearestName(name, Object.keys(command.flags));
  const hint = suggestion === undefined ? `See toolwire ${command.name} --help.` : `Did you mean --${suggestion}?`;
  throw usageError(`toolwire ${command.name} has no flag --${name}. ${hint}`);
}
