import { kindOf, showValue } from './describe-value.ts';
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
