import type { Automaton } from './automaton.ts';

/** A class of characters that a pattern doesn't distinguish: the positions that accept them. */
export type Letter = ReadonlySet<number>;

const sampleCharacters: readonly string[] = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...Array.from('\n\t\0éжß中😀\u{a0}\u{2028}'),
  // Other scripts and properties: a letter without case, a mark, a number, a joiner, punctuation, symbols, an unassigned character.
  ...Array.from('αΩЖאابकกあア한\u{301}\u{93f}Ⅷ²\u{200d}\u{ad}–«»€©+🦰\u{378}\u{e000}\u{d800}'),
];

/** The characters that a pattern distinguishes. A character is omitted if another character covers all its positions. */
export function alphabetOf({ atoms, first, firstAnywhere, follow }: Automaton, flags: string): readonly Letter[] {
  const reached = new Set([first, firstAnywhere, ...follow].flatMap((ways) => [...ways.keys()]));
  const positions = new Map<string, number[]>();
  for (const position of reached) {
    const atom = atoms[position] ?? '';
    const known = positions.get(atom);
    if (known === undefined) positions.set(atom, [position]);
    else known.push(position);
  }
  const matchers = [...positions].map(([atom, taking]) => ({ test: matcherOf(atom, flags), taking }));
  const samples = new Set([...sampleCharacters, ...[...positions.keys()].flatMap(ownCharacters)]);
  const letters = new Map<string, Letter>();
  for (const sample of samples) {
    const taking = matchers.filter(({ test }) => test(sample)).flatMap((matcher) => matcher.taking);
    letters.set(taking.join(), new Set(taking));
  }
  // An atom may accept only characters that are not sampled.
  for (const { taking } of matchers) letters.set(taking.join(), new Set(taking));
  const all = [...letters.values()].filter(({ size }) => size > 0).toSorted((left, right) => right.size - left.size);
  return all.filter(
    (letter, index) => !all.slice(0, index).some((larger) => [...letter].every((position) => larger.has(position))),
  );
}

/** The characters in an atom, and the neighbors of its range ends. */
function ownCharacters(atom: string): readonly string[] {
  const characters = atom.replaceAll(
    /\\(u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|.)/gsu,
    (_, escape: string) => escapedCharacter(escape),
  );
  return Array.from(characters).flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    return [character, characterOf(code + 1), characterOf(code - 1)];
  });
}

const controls: Readonly<Record<string, string>> = {
  0: '\0',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The character of an escape without its backslash. */
function escapedCharacter(escape: string): string {
  if (/^[ux]./.test(escape)) return characterOf(Number.parseInt(escape.replaceAll(/[^\dA-Fa-f]/g, ''), 16));
  if (/^c./.test(escape)) return characterOf(escape.charCodeAt(1) % 32);
  return controls[escape] ?? escape;
}

function characterOf(code: number): string {
  return code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

function matcherOf(atom: string, flags: string): (sample: string) => boolean {
  try {
    const expression = new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gmyd]/g, ''));
    return (sample) => expression.test(sample);
  } catch {
    // An atom that doesn't compile separately may accept any character.
    return () => true;
  }
}
