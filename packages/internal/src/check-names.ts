import { kindOf } from './kind-of.ts';
import { nearestName } from './nearest-name.ts';
import { isShowable } from './show-value.ts';
import { StartUpError } from './start-up-error.ts';

/** The names that options have, as a table: one that is missing in it, or too many, does not compile. */
export type NamesOf<Options> = Readonly<Record<EachKey<Options>, true>>;

// Of a union, the names of all its members.
type EachKey<Options> = Options extends unknown ? keyof Options & string : never;

/** What an option is called elsewhere, too far from its name here to be taken for a slip of the hand. */
const otherWords: ReadonlyMap<string, string> = new Map([['context', 'values']]);

/**
 * Refuses a name that nobody would read, when the program starts: what is misspelled must not be as if it were left out. `of` says
 * whose names these are.
 */
export function checkNames(of: string, given: unknown, known: Readonly<Record<string, true>>): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null) {
    throw new StartUpError(
      'TW_OPTIONS_NOT_OBJECT',
      `${of} got ${kindOf(given)}. Give an object, such as { ${example(known)} }.`,
    );
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(known, name)) {
      throw new StartUpError('TW_OPTION_UNKNOWN', unknownName(of, name, Object.keys(known)));
    }
  }
}

function unknownName(of: string, name: string, known: readonly string[]): string {
  const shown = isShowable(name) ? `'${name}'` : 'one of the names that it got';
  const otherWord = otherWords.get(name);
  const nearest = otherWord !== undefined && known.includes(otherWord) ? otherWord : nearestName(name, known);
  return `${of} does not know ${shown}. ${
    nearest === undefined ? `It knows ${known.map((one) => `'${one}'`).join(', ')}.` : `Did you mean '${nearest}'?`
  }`;
}

function example(known: Readonly<Record<string, true>>): string {
  return `${Object.keys(known)[0]}: … `.trim();
}
