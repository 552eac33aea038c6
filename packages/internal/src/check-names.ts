import { nearestName } from './nearest-name.ts';

/** The names that options have, as a table: one that is missing in it, or too many, does not compile. */
export type NamesOf<Options> = Readonly<Record<EachKey<Options>, true>>;

// Of a union, the names of all its members.
type EachKey<Options> = Options extends unknown ? keyof Options & string : never;

/** What an option is called elsewhere, too far from its name here to be taken for a slip of the hand. */
const otherWords: ReadonlyMap<string, string> = new Map([['context', 'values']]);

/** Such a name may be shown: it cannot be an API key that stands in the wrong place. */
const showable = /^[\w$~-]{1,31}$/;

/**
 * Refuses a name that nobody would read, when the program starts: what is misspelled must not be as if it were left out. `of` says
 * whose names these are.
 */
export function checkNames(of: string, given: unknown, known: Readonly<Record<string, true>>): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(
      `${of} got ${given === null ? 'null' : `a ${typeof given}`}. Give an object, such as { ${example(known)} }.`,
    );
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(known, name)) throw new TypeError(unknownName(of, name, Object.keys(known)));
  }
}

function unknownName(of: string, name: string, known: readonly string[]): string {
  const shown = showable.test(name) ? `'${name}'` : 'one of the names that it got';
  const otherWord = otherWords.get(name);
  const nearest = otherWord !== undefined && known.includes(otherWord) ? otherWord : nearestName(name, known);
  return `${of} does not know ${shown}. ${
    nearest === undefined ? `It knows ${known.map((one) => `'${one}'`).join(', ')}.` : `Did you mean '${nearest}'?`
  }`;
}

function example(known: Readonly<Record<string, true>>): string {
  return `${Object.keys(known)[0]}: … `.trim();
}
