import { cpuMs } from '@toolwire/internal/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToolId } from '../src/index.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

/** A second implementation of the grammar, which splits and counts instead of using a pattern. */
function referenceParse(text: string): { id: string; version: string | undefined } | undefined {
  if (text.length > 256) return undefined;
  const isWord = (part: string) =>
    part !== '' && [...part].every((character) => `${letters}${digits}_`.includes(character));
  const isWholeNumber = (part: string) =>
    part === '0' || (part !== '' && part[0] !== '0' && [...part].every((character) => digits.includes(character)));

  const atSign = text.indexOf('@');
  const id = atSign === -1 ? text : text.slice(0, atSign);
  const words = id.split('.');
  if (words.length !== 2 || !words.every(isWord)) return undefined;
  if (atSign === -1) return { id, version: undefined };
  const numbers = text.slice(atSign + 1).split('.');
  if (![1, 3].includes(numbers.length) || !numbers.every(isWholeNumber)) return undefined;
  return { id, version: numbers.length === 1 ? `${numbers[0]}.0.0` : numbers.join('.') };
}

const word = fc.string({ unit: fc.constantFrom(...`${letters}${digits}_`), minLength: 1, maxLength: 12 });
const wholeNumber = fc.oneof(
  fc.nat().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  fc.constantFrom('0', '00', '01', ''),
);
const toolId = fc
  .tuple(word, word, fc.option(fc.oneof(fc.tuple(fc.nat()), fc.tuple(fc.nat(), fc.nat(), fc.maxSafeNat()))))
  .map(([toolkit, tool, parts]) => `${toolkit}.${tool}${parts === null ? '' : `@${parts.join('.')}`}`);
const almostToolId = fc.oneof(
  toolId,
  fc.string({ unit: fc.constantFrom(...'Aaz_09.@-+ \n\u0421ö１\0'), maxLength: 12 }),
  fc
    .tuple(
      word,
      word,
      fc.constantFrom('', '@', '@@', '@v', '@ '),
      fc.array(wholeNumber, { maxLength: 4 }),
      fc.constantFrom('', '\n', ' ', '.', '-beta'),
    )
    .map(([toolkit, tool, at, parts, end]) => `${toolkit}.${tool}${at}${at === '' ? '' : parts.join('.')}${end}`),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const problemOf = (text: unknown) => {
  const parsed = parseToolId(text);
  return parsed.ok ? '' : parsed.problem;
};

describe('a tool ID is Toolkit.Tool, Toolkit.Tool@x or Toolkit.Tool@x.y.z (OTC-DEF-01, OTC-VER-02 to 05)', () => {
  it.each([
    ['Calculator.Add', { id: 'Calculator.Add', toolkit: 'Calculator', tool: 'Add', form: 'latest' }],
    [
      'Calculator.Add@1.0.0',
      { id: 'Calculator.Add', toolkit: 'Calculator', tool: 'Add', version: '1.0.0', form: 'exact' },
    ],
    [
      'Calculator.Add@1',
      { id: 'Calculator.Add', toolkit: 'Calculator', tool: 'Add', version: '1.0.0', form: 'shorthand' },
    ],
    [
      'Calculator.Add@0',
      { id: 'Calculator.Add', toolkit: 'Calculator', tool: 'Add', version: '0.0.0', form: 'shorthand' },
    ],
    ['_1._2@10.20.30', { id: '_1._2', toolkit: '_1', tool: '_2', version: '10.20.30', form: 'exact' }],
    [
      '__proto__.constructor',
      { id: '__proto__.constructor', toolkit: '__proto__', tool: 'constructor', form: 'latest' },
    ],
  ])('parses %j', (text, parts) => {
    expect(parseToolId(text)).toEqual({ ok: true, ...parts });
  });

  it('keeps a version of any size as a string, digit for digit', () => {
    expect(parseToolId('Conf.Multi@9007199254740993')).toMatchObject({ version: '9007199254740993.0.0' });
    expect(parseToolId('Conf.Multi@1.0.99999999999999999999')).toMatchObject({ version: '1.0.99999999999999999999' });
  });

  it.each([
    '',
    'Add',
    '.Add',
    'Calculator.',
    'Calculator.Add.More',
    'Calculator..Add',
    'Calc-ulator.Add',
    'Calculator.Add@',
    'Calculator.Add@@1',
    ' Calculator.Add',
    'Calculator.Add ',
    'Calculator.Add\n',
    'Calculator.Add@1.0.0\n',
    'Calculatör.Add',
    '\u0421alculator.Add',
    'Calculator_Add',
    'Calculator.Add\0',
    'Calculator\n.Add',
    '@1.0.0',
    '.',
    '@',
    '..',
  ])('rejects %j, which has another form (CASE-01)', (text) => {
    expect(parseToolId(text)).toMatchObject({ ok: false });
  });

  it.each([
    '01.2.3',
    '1.02.3',
    '1.2.03',
    '01',
    '00',
    '1.2',
    '1.',
    '1.0.',
    '1.0.0-beta',
    '1.0.0+b1',
    'v1.0.0',
    '=1.0.0',
    '^1',
    '~1.0',
    '1.x',
    'x',
    '*',
    'latest',
    '-1',
    '+1',
    '1e3',
    '0x1',
    '１.０.０',
    '1.0.0.0',
    ' 1.0.0 ',
    '1 ',
    '1_0',
    '1,0,0',
    'Infinity',
  ])('rejects the version %j (OTC-VER-05, CASE-02)', (version) => {
    expect(parseToolId(`Calculator.Add@${version}`)).toMatchObject({ ok: false });
  });

  it.each([
    undefined,
    null,
    42,
    true,
    {},
    [],
    ['Calculator.Add'],
    Symbol('Calculator.Add'),
    1n,
    () => 'Calculator.Add',
    new String('Calculator.Add'),
  ])('rejects %o, which is not a string', (value) => {
    expect(problemOf(value)).toContain('is a string such as');
  });

  it('accepts 256 characters and rejects 257', () => {
    const id = (length: number) => `Kit.${'T'.repeat(length - 4)}`;
    expect(parseToolId(id(256))).toMatchObject({ ok: true });
    expect(problemOf(id(257))).toContain('257 characters');
  });

  it('agrees with a reference without patterns, for any string', () => {
    let valid = 0;
    fc.assert(
      fc.property(almostToolId, (text) => {
        const parsed = parseToolId(text);
        const expected = referenceParse(text);
        expect(parsed.ok ? { id: parsed.id, version: parsed.version } : undefined).toEqual(expected);
        if (parsed.ok) {
          valid++;
          expect(`${parsed.toolkit}.${parsed.tool}`).toBe(parsed.id);
          expect(parsed.form).toBe(
            !text.includes('@') ? 'latest' : text === `${parsed.id}@${parsed.version}` ? 'exact' : 'shorthand',
          );
        }
      }),
      { numRuns: 3000 },
    );
    expect(valid).toBeGreaterThan(500);
  });

  it('rejects a hostile string of any length at once', () => {
    const hostile = [
      'A'.repeat(10_000_000),
      `A.${'1'.repeat(250)}@`,
      `A.A@${'1'.repeat(251)}!`,
      `${'_'.repeat(255)}!`,
      `A.A@${'1.'.repeat(126)}`,
      '.'.repeat(256),
    ];
    const ms = cpuMs(() => {
      for (let round = 0; round < 100; round++) for (const text of hostile) parseToolId(text);
    });
    expect(ms / 100).toBeLessThan(20);
  });
});

describe('an invalid ID gets a helpful message', () => {
  it('explains the format of an ID, a version, or a shorter ID', () => {
    expect(problemOf('Calc-ulator.Add')).toBe(
      "'Calc-ulator.Add' is not a tool ID; write 'Toolkit.Tool' or 'Toolkit.Tool@1.0.0', each name in ASCII letters, digits and underscores.",
    );
    expect(problemOf('Calculator.Add@latest')).toBe(
      "The version in 'Calculator.Add@latest' is not valid; write x.y.z or x in whole numbers without leading zeros, such as @1.0.0 or @1, or leave it out to get the latest.",
    );
    expect(problemOf('')).toBe("The tool ID is empty; write it as 'Toolkit.Tool' or 'Toolkit.Tool@1.0.0'.");
    expect(problemOf(null)).toBe("A tool ID is a string such as 'Calculator.Add@1.0.0', not null.");
    expect(problemOf([])).toBe("A tool ID is a string such as 'Calculator.Add@1.0.0', not an array.");
  });

  it('escapes look-alike letters and newlines', () => {
    expect(problemOf('\u0421alculator.Add')).toContain("'\\u0421alculator.Add'");
    expect(problemOf('Calculator.Add\n')).toContain("'Calculator.Add\\u000a'");
  });

  it('repeats at most 100 printable ASCII characters of the string (REL-13)', () => {
    expect(problemOf('x'.repeat(10_000))).toContain(`'${'x'.repeat(100)}...'`);
    expect(problemOf('x'.repeat(10_000))).not.toContain('x'.repeat(101));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(problemOf(text)).toMatch(/^[\x20-\x7e]*$/);
        expect(problemOf(text).length).toBeLessThan(100 * '\\u0000'.length + 200);
      }),
    );
  });
});

it('has a type that requires a check of ok', () => {
  const parsed = parseToolId('Calculator.Add');
  // @ts-expect-error there is no id on a refused one
  expect(parsed.id).toBe('Calculator.Add');
  if (parsed.ok && parsed.form !== 'latest') parsed.version satisfies string;
  // @ts-expect-error the latest has no version yet
  if (parsed.ok) parsed.version satisfies string;
});
