import { describe, expect, it } from 'vitest';
import { diffLines, foldEqualLines } from '../src/page/diff.ts';

describe('equal lines of a diff', () => {
  const lineOf = (mark: ' ' | '-' | '+', text: string) => ({ mark, text });

  it('are folded, except two around each difference', () => {
    const lines = diffLines('a\nb\nc\nd\ne\nf\ng', 'a\nb\nc\nd\nE\nf\ng');
    expect(foldEqualLines(lines)).toEqual([
      lineOf(' ', '… 2 equal lines'),
      lineOf(' ', 'c'),
      lineOf(' ', 'd'),
      lineOf('-', 'e'),
      lineOf('+', 'E'),
      lineOf(' ', 'f'),
      lineOf(' ', 'g'),
    ]);
  });

  it('stay if there is only one', () => {
    expect(foldEqualLines(diffLines('a\nb\nc\nd', 'a\nb\nc\nD'))[0]).toEqual(lineOf(' ', 'a'));
  });
});
