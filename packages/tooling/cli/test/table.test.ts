import { measureCpu } from '@toolwire/internal/testing';
import { describe, expect, it } from 'vitest';
import { table } from '../src/terminal/table.ts';
import { wrapText } from '../src/terminal/wrap-text.ts';

describe('a table', () => {
  it('aligns its columns', () => {
    const rows = [
      ['a', 'number', 'One.'],
      ['total', 'int', ''],
    ];
    expect(table(rows, { columns: undefined })).toEqual(['a      number  One.', 'total  int']);
  });

  it('cuts lines that are longer than the terminal, and formats what is left', () => {
    const formats = [(text: string) => `<${text}>`];
    expect(table([['name', 'a long description']], { columns: 12, formats })).toEqual(['<name>  a lon…']);
  });

  it('continues the last column on further lines', () => {
    const rows = [['  --port', 'the port; your program gets it as PORT']];
    expect(table(rows, { columns: 40, isWrapped: true })).toEqual([
      '  --port  the port; your program gets it',
      '          as PORT',
    ]);
  });

  it('starts the last column below a long cell', () => {
    const rows = [
      ['--json', 'JSON'],
      ['--a-flag-with-many-choices one|two', 'a choice'],
    ];
    expect(table(rows, { columns: 80, isWrapped: true })).toEqual([
      '--json  JSON',
      '--a-flag-with-many-choices one|two',
      '        a choice',
    ]);
  });

  it('starts the last column below the others in a narrow terminal', () => {
    expect(table([['some name', 'number', 'A description.']], { columns: 30, isWrapped: true })).toEqual([
      'some name  number',
      '      A description.',
    ]);
  });

  it('breaks text between words, and keeps its line breaks and long words', () => {
    expect(wrapText('one two three\nhttps://example.com/long four', 8)).toEqual([
      'one two',
      'three',
      'https://example.com/long',
      'four',
    ]);
  });

  it('takes no longer for each word of a long text without a width', () => {
    const text = 'word '.repeat(20_000);
    const { ms, result } = measureCpu(() => wrapText(` ${text}`, Number.POSITIVE_INFINITY));
    expect(result).toEqual([text]);
    expect(ms).toBeLessThan(1_000);
  });
});
