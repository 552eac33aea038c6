import { measureCpu } from '@toolwire/internal/testing';
import { describe, expect, it } from 'vitest';
import { table } from '../src/terminal/table.ts';
import { truncate, wrapText } from '../src/terminal/text-width.ts';

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

  it.each([
    ['Chinese', '天气'],
    ['Japanese', '天気'],
    ['Korean', '날씨'],
    ['Korean, as macOS writes it in the names of files', '날씨'.normalize('NFD')],
    ['full-width letters', 'ＡＢ'],
    ['emoji', '🎉🌍'],
    ['an emoji of several characters, and a flag', '👩‍👩‍👧‍👦🇩🇪'],
    ['an emoji with a skin tone', '👋🏽ok'],
    ['Hindi', 'हिन्द'],
    ['combining marks', 'gru\u0308n'],
    ['combining marks without a composed character', 'x\u0302y\u0302z\u0302w'],
  ])('aligns its columns next to %s', (_, name) => {
    const rows = [
      [name, 'a'],
      ['four', 'b'],
    ];
    expect(table(rows, { columns: undefined })).toEqual([`${name}  a`, 'four  b']);
    expect(table(rows, { columns: 6 })).toEqual([name, 'four']);
    expect(table(rows, { columns: 40, isWrapped: true })).toEqual([`${name}  a`, 'four  b']);
  });

  it.each([
    ['天气预报', 5, '天气…'],
    ['天气预报', 6, '天气…'],
    ['天气预报', 8, '天气预报'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '…'],
    ['gru\u0308n', 4, 'gru\u0308n'],
    ['gru\u0308nes', 4, 'gru\u0308…'],
    ['𠀀𠀀', 3, '𠀀…'],
  ])('cuts %s to %d columns, between whole characters', (text, width, cut) => {
    expect(truncate(text, width)).toBe(cut);
  });

  it('breaks lines at the width of the terminal, however wide their characters are', () => {
    expect(wrapText('天气 预报 明天', 9)).toEqual(['天气 预报', '明天']);
  });

  it('breaks text between words, and keeps its line breaks and long words', () => {
    expect(wrapText('one two three\nhttps://example.com/long four', 8)).toEqual([
      'one two',
      'three',
      'https://example.com/long',
      'four',
    ]);
  });

  it.each(['word ', '天气 '])('takes no longer for each word of a long text without a width: %j', (word) => {
    const text = word.repeat(20_000);
    const { ms, result } = measureCpu(() => wrapText(` ${text}`, Number.POSITIVE_INFINITY));
    expect(result).toEqual([text]);
    expect(ms).toBeLessThan(1_000);
  });
});
