import { describe, expect, it } from 'vitest';
import { measureBlocking } from './event-loop-delay.ts';
import { type AttackedPattern, attacksOn, listsOf, quickPatterns, slowPatterns } from './pattern-attacks.ts';
import { patternLibraries } from './pattern-libraries.ts';

/** With the limit a check takes less than 100 ms on a fast machine, and without it minutes. */
const mostMs = 1_000;
const patterns = [...slowPatterns, ...quickPatterns];

function* inputsOf(pattern: AttackedPattern): Iterable<{ readonly text?: string; readonly texts?: readonly string[] }> {
  for (const text of attacksOn(pattern)) yield { text };
  for (const texts of listsOf(pattern)) yield { texts };
}

it('67 patterns attack each library', () => {
  expect(patterns).toHaveLength(67);
});

// Each pattern attacks the first library and one other, because the libraries differ only in how they write a pattern.
const [, ...others] = patternLibraries;
const chosenByLibrary = patternLibraries.map(
  ([name, schema], index) =>
    [name, schema, index === 0 ? patterns : patterns.filter((_, at) => at % others.length === index - 1)] as const,
);

describe.each(chosenByLibrary)('%s', (_, schema, chosen) => {
  it.each(chosen)('no input of up to 1 MiB holds the event loop for a second: $pattern', async (attacked) => {
    const { pattern, fits } = attacked;
    for (const maxLength of [undefined, 100_000]) {
      const { check } = schema(pattern, maxLength);
      for (const input of [{ text: fits }, { texts: [fits] }]) {
        expect(await check(input)).toMatchObject({ ok: true });
      }
      for (const input of inputsOf(attacked)) {
        const { text = '', texts: [item = text] = [] } = input;
        const { stall, answer } = measureBlocking(() => check(input), mostMs);
        const { ok } = await answer;
        expect(stall, `${item.length} characters: ${item.slice(0, 20)}`).toBeLessThan(mostMs);
        // A string that doesn't match is never accepted. A matching one may be too long to be checked.
        expect(ok && item.length < 5000 && !new RegExp(pattern, 'u').test(item)).toBe(false);
      }
    }
  });
});
