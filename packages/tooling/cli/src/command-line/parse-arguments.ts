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
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const port = readWholeNumber(text);
  if (port !== undefined && port <= 65_535) return port;
  throw usageError(`--${flag} must be a port up to 65535, got '${text}'.`);
}

/** Reads after how many calls `toolwire record` stops. */
export function readMaxCalls(args: Arguments): number {
  const text = args.value('calls');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const count = readWholeNumber(text);
  if (count !== undefined && count > 0) return count;
  throw usageError(`--calls must be a whole number from 1, got '${text}'.`);
}

/** Reads how many attempts a call has: one more than its retries. */
export function readAttempts(args: Arguments): number {
  const text = args.value('retry') ?? '0';
  const retries = readWholeNumber(text);
  if (retries !== undefined && retries <= 100) return retries + 1;
  throw usageError(`--retry must be a whole number from 0 to 100, got '${text}'.`);
}

/** `Number()` also accepts blanks, `0x10` and `1e2`. */
function readWholeNumber(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
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
