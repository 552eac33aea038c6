import type { CallContext } from '@toolwire/client';
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

/** The port to listen on if the system may choose it: the default of `inspect` and `record`. */
export const anyFreePort = 0;

/** Reads a port. Returns `undefined` without the flag. */
export function readPort(args: Arguments, flag: string): number | undefined {
  return readWholeNumber(args, flag, { min: 0, max: 65_535, expected: 'a port up to 65535' });
}

interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** Describes the range in the error. */
  readonly expected: string;
}

/** Reads a whole number. Returns `undefined` without the flag. */
export function readWholeNumber(
  args: Arguments,
  flag: string,
  { min, max, expected }: NumberRange,
): number | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  // `Number()` also accepts blanks, `0x10` and `1e2`.
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw usageError(`--${flag} must be ${expected}, got '${text}'.`);
}

/** Reads the tokens, secrets and user ID for tools from the flags. */
export function callContext(args: Arguments): CallContext {
  const userId = args.value('user-id');
  return {
    authorization: nameValuePairs(args, 'authorization').map(([id, token]) => ({ id, token })),
    secrets: nameValuePairs(args, 'secret').map(([id, value]) => ({ id, value })),
    ...(userId !== undefined && { userId }),
  };
}

function nameValuePairs(args: Arguments, flag: string): readonly (readonly [string, string])[] {
  return args.values(flag).map((text) => {
    const separator = text.indexOf('=');
    // The value may be a secret, so the message omits it.
    if (separator < 1) throw usageError(`--${flag} needs a name and a value: --${flag} NAME=VALUE.`);
    return [text.slice(0, separator), text.slice(separator + 1)];
  });
}
