import { nearestName } from '../values/nearest-name.ts';
import { isShowable, kindOf, showValue } from './describe-value.ts';
import { StartupError } from './startup-error.ts';

/** Throws if the value of an option is not one of its choices. */
export function checkChoice(name: string, choice: unknown, choices: readonly string[]): void {
  if (typeof choice === 'string' && choices.includes(choice)) return;
  const known = choices.map((one) => `'${one}'`).join(' or ');
  throw new StartupError('TW_OPTION_CHOICE', `${name} must be ${known}, got ${showValue(choice)}.`);
}

/** Returns the path of a route, such as `/mcp`. Throws unless it starts with a slash and has only unreserved characters of URLs in each part. */
export function checkRoutePath(name: string, path: string, sample: string): string {
  if (/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new StartupError(
    'TW_OPTION_PATH',
    `${name} must start with '/', not end with '/', and have only letters, digits and . _ ~ - between slashes, such as '${sample}', got ${showValue(path)}.`,
  );
}

/** Throws unless an option is a function or `undefined`. */
export function checkFunction(name: string, value: unknown, sample: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw new StartupError('TW_OPTION_TYPE', `${name} must be a function, got ${kindOf(value)}. Write ${sample}`);
}

/** Throws unless an option is a list of non-empty strings. */
export function checkStrings(name: string, value: unknown, sample: string = "['https://tools.example.com']"): void {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string' || item === '')) {
    throw new StartupError('TW_OPTION_TYPE', `${name} must be a list of non-empty strings, such as ${sample}.`);
  }
}

/** Options with all defaults. */
export type Filled<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** Settings as options. */
export type Optional<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Merges two objects of options. An `undefined` replaces no value, but its name stays, so that `checkNames` finds a misspelled name. */
export function mergeOptions<Under extends object, Over extends object>(under: Under, over: Over): Under & Over {
  const defined = Object.entries(over).filter(([, value]) => value !== undefined);
  return Object.assign({ ...over }, under, Object.fromEntries(defined));
}

/** A table of the names of an options type. A missing or extra name doesn't compile. */
export type NamesOf<Options> = Readonly<Record<EachKey<Options>, true>>;

// For a union, the names of all its members.
type EachKey<Options> = Options extends unknown ? keyof Options & string : never;

/** The meaning of a wrong name: another name, or a function such as `listen()` that has this option. */
export type NameHints = Readonly<Record<string, string>>;

/** Hints for the options of a server. */
export const serverHints: NameHints = {
  protocols: 'wires',
  idempotency: 'around',
  middleware: 'use',
  principal: 'mountTools()',
  host: 'listen()',
  allowedOrigins: 'mcp()',
  instructions: 'mcp()',
  resources: 'mcp()',
  prompts: 'mcp()',
};

const commonHints: NameHints = { context: 'values' };
const mountHints: NameHints = { ...commonHints, auth: 'toolwire()', tools: 'toolwire()' };

/** Checks the options of a function that takes a tool server first. */
export function checkMountNames(
  of: string,
  given: unknown,
  known: Readonly<Record<string, unknown>>,
  advice = 'Pass the server as the first argument.',
): void {
  if (typeof (given as { handle?: unknown } | null | undefined)?.handle === 'function') {
    throw new StartupError('TW_OPTIONS_NOT_OBJECT', `${of} got a tool server instead of options. ${advice}`);
  }
  checkNames(of, given, known, mountHints);
}

/** Throws for an unknown option, so that a misspelled one is not ignored. `of` names the owner of the options. */
export function checkNames(
  of: string,
  given: unknown,
  known: Readonly<Record<string, unknown>>,
  hints: NameHints = commonHints,
): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new StartupError(
      'TW_OPTIONS_NOT_OBJECT',
      `${of} expects an object, such as { ${example(known)} }, got ${kindOf(given)}.`,
    );
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(known, name)) {
      // Users do not write names that begin with `~`: toolwire sets them itself.
      const writable = Object.keys(known).filter((one) => !one.startsWith('~'));
      throw new StartupError('TW_OPTION_UNKNOWN', unknownName(of, name, writable, hints));
    }
  }
}

function unknownName(of: string, name: string, known: readonly string[], hints: NameHints): string {
  const problem = `Invalid option${isShowable(name) ? ` '${name}'` : ''} in ${of}.`;
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  if (hint?.endsWith('()')) return `${problem} It is an option of ${hint}.`;
  const nearest = hint !== undefined && known.includes(hint) ? hint : nearestName(name, known);
  return `${problem} ${nearest === undefined ? `Valid options: ${firstNames(known)}.` : `Did you mean '${nearest}'?`}`;
}

function firstNames(known: readonly string[]): string {
  const shown = known.slice(0, 5).map((name) => `'${name}'`);
  const more = known.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function example(known: Readonly<Record<string, unknown>>): string {
  return `${Object.keys(known)[0]}: …`;
}
