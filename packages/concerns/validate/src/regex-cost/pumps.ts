import type { Letter } from './alphabet.ts';
import type { Automaton } from './automaton.ts';

/** A word that an attacker repeats (pumps). */
export type Pump = readonly Letter[];

const maxWords = 64;
const maxCycleLength = 40;

/** The words whose repetition may be slow: all short words, and the cycles of the automaton. */
export function pumpsOf(automaton: Automaton, letters: readonly Letter[]): readonly Pump[] {
  const words = shortWords(letters.length);
  const longest = words.at(-1)?.length ?? 0;
  const cycles = cyclesOf(automaton, letters, longest);
  const pumps = new Map([...words, ...cycles].map((word) => [word.join(), word]));
  return [...pumps.values()].map((word) => word.flatMap((index) => letters[index] ?? []));
}

/** How many letters words of one to four letters have: those that most positions accept, for at most 64 words of each length. */
const lettersByLength = [64, 8, 4, 2];

/** The short words that are not repetitions, each in one rotation. */
function shortWords(letters: number): readonly (readonly number[])[] {
  return lettersByLength.flatMap((most, place) => {
    const indexes = Array.from({ length: Math.min(letters, most) }, (_, index) => index);
    let words: readonly (readonly number[])[] = [[]];
    for (let length = 0; length <= place; length += 1) {
      words = words.flatMap((word) => indexes.map((index) => [...word, index]));
    }
    return words.filter(isFirstRotation);
  });
}

function isFirstRotation(word: readonly number[]): boolean {
  const own = word.join();
  return word.every((_, index) => index === 0 || own < [...word.slice(index), ...word.slice(0, index)].join());
}

/** The cycles that are longer than the short words. */
function cyclesOf({ follow }: Automaton, letters: readonly Letter[], longest: number): readonly (readonly number[])[] {
  const cycles: (readonly number[])[] = [];
  for (const [start, ways] of follow.entries()) {
    for (const next of ways.keys()) {
      const path = pathTo(start, next, follow);
      if (path !== undefined && path.length > longest) {
        cycles.push(path.map((position) => letters.findIndex((letter) => letter.has(position))));
      }
    }
    if (cycles.length > maxWords) {
      break;
    }
  }
  return cycles.slice(0, maxWords);
}

/** The shortest path between two positions. */
function pathTo(end: number, start: number, follow: Automaton['follow']): readonly number[] | undefined {
  const before = new Map<number, number | undefined>([[start, undefined]]);
  for (const position of before.keys()) {
    if (position === end) {
      const path: number[] = [];
      for (let step: number | undefined = position; step !== undefined; step = before.get(step)) path.unshift(step);
      return path.length > maxCycleLength ? undefined : path;
    }
    for (const next of follow[position]?.keys() ?? []) {
      if (!before.has(next)) before.set(next, position);
    }
  }
  return undefined;
}
