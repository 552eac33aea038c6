import { nearestName } from './nearest-name.ts';
import { isPromise } from './promises.ts';
import { StartUpError } from './start-up-error.ts';

/** A table of the names of an options type. A missing or extra name doesn't compile. */
export type NamesOf<Options> = Readonly<Record<EachKey<Options>, true>>;

// For a union, the names of all its members.
type EachKey<Options> = Options extends unknown ? keyof Options & string : never;

/** What a wrong name stands for: another name, or a function such as `listen()` that has this option. */
export type NameHints = Readonly<Record<string, string>>;

/** Hints for the options of a server. */
export const serverHints: NameHints = {
  protocols: 'wires',
  idempotency: 'around',
  middleware: 'use',
  principal: 'mountTools()',
  host: 'listen()',
  allowedOrigins: 'mcp()',
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
    throw new StartUpError('TW_OPTIONS_NOT_OBJECT', `${of} got a tool server instead of options. ${advice}`);
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
    throw new StartUpError(
      'TW_OPTIONS_NOT_OBJECT',
      `${of} expects an object, such as { ${example(known)} }, got ${kindOf(given)}.`,
    );
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(known, name)) {
      // Users do not write names that begin with `~`: toolwire sets them itself.
      const writable = Object.keys(known).filter((one) => !one.startsWith('~'));
      throw new StartUpError('TW_OPTION_UNKNOWN', unknownName(of, name, writable, hints));
    }
  }
}

function unknownName(of: string, name: string, known: readonly string[], hints: NameHints): string {
  const shown = isShowable(name) ? `'${name}'` : 'one of the names that it got';
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  if (hint?.endsWith('()')) return `${of} does not know ${shown}. It is an option of ${hint}.`;
  const nearest = hint !== undefined && known.includes(hint) ? hint : nearestName(name, known);
  return `${of} does not know ${shown}. ${
    nearest === undefined ? `It knows ${known.map((one) => `'${one}'`).join(', ')}.` : `Did you mean '${nearest}'?`
  }`;
}

function example(known: Readonly<Record<string, unknown>>): string {
  return `${Object.keys(known)[0]}: …`;
}

/** Throws if the value of an option is not one of its choices. */
export function checkChoice(name: string, choice: unknown, choices: readonly string[]): void {
  if (typeof choice === 'string' && choices.includes(choice)) return;
  const known = choices.map((one) => `'${one}'`).join(' or ');
  throw new StartUpError('TW_OPTION_CHOICE', `${name} must be ${known}, got ${showValue(choice)}.`);
}

/** Whether an error may show a string. API keys are longer, or have other characters. */
function isShowable(text: string): boolean {
  return /^[\w$~-]{1,31}$/.test(text);
}

/** Describes an invalid value: a short string itself, otherwise its kind. */
export function showValue(value: unknown): string {
  return typeof value === 'string' && isShowable(value) ? `'${value}'` : kindOf(value);
}

/** Describes the kind of a value, never its content, which may be an API key. */
export function kindOf(value: unknown): string {
  if (isPromise(value)) return 'a promise; await it';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) {
    return 'default' in value ? 'a module; take its default' : 'another object';
  }
  return typeof value === 'function' || typeof value === 'string' ? `a ${typeof value}` : String(value);
}

/** Options with all defaults. */
export type Filled<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** Merges options over others. `undefined` counts as absent. */
export function mergeOptions<Under extends object, Over extends object>(under: Under, over: Over): Under & Over {
  const given = Object.entries(over).filter(([, value]) => value !== undefined);
  return Object.assign({ ...over }, under, Object.fromEntries(given));
}

/** Returns what is wrong with a list of scopes; `undefined` if it is valid. */
export function scopeProblem(scopes: unknown): string | undefined {
  if (!Array.isArray(scopes)) return "must be a list such as ['orders:write']";
  const all: readonly unknown[] = scopes;
  // RFC 6749, 3.3.
  const wrong = all.findIndex((scope) => typeof scope !== 'string' || !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  if (wrong !== -1) return `must contain one scope per entry, such as 'orders:write'. Entry ${wrong + 1} is invalid`;
  // A server never requests it: refresh tokens are between the client and the authorization server.
  if (all.includes('offline_access')) return "must not contain 'offline_access', which clients request automatically";
  return undefined;
}

/** Throws unless an option is a function or `undefined`. */
export function checkFunction(name: string, value: unknown, sample: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw new StartUpError('TW_OPTION_TYPE', `${name} must be a function, got ${kindOf(value)}. Write ${sample}`);
}

/** Throws unless an option is a list of non-empty strings. */
export function checkStrings(name: string, value: unknown): void {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string' || item === '')) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `${name} must be a list of non-empty strings, such as ['https://tools.example.com'].`,
    );
  }
}
