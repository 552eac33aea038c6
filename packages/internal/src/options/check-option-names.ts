import { nearestName } from '../values/nearest-name.ts';
import { isShowable, kindOf } from './describe-value.ts';
import { StartupError } from './startup-error.ts';

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
