import { describe, expect, it } from 'vitest';
import { checkMountNames, checkNames, type NamesOf } from '../src/index.ts';

interface Options {
  readonly timeoutMs?: number;
  readonly visible?: () => boolean;
}

const names: NamesOf<Options> = { timeoutMs: true, visible: true };

describe('an unknown name is rejected', () => {
  it.each([
    ['visble', "Invalid option 'visble' in serve(). Did you mean 'visible'?"],
    ['Visible', "Invalid option 'Visible' in serve(). Did you mean 'visible'?"],
    ['timeout', "Invalid option 'timeout' in serve(). Did you mean 'timeoutMs'?"],
    ['timeout_ms', "Invalid option 'timeout_ms' in serve(). Did you mean 'timeoutMs'?"],
    ['colour', "Invalid option 'colour' in serve(). Valid options: 'timeoutMs', 'visible'."],
    ['__proto__', "Invalid option '__proto__' in serve(). Valid options: 'timeoutMs', 'visible'."],
    ['constructor', "Invalid option 'constructor' in serve(). Valid options: 'timeoutMs', 'visible'."],
  ])('%s, with the name that was probably meant', (name, message) => {
    expect(() => checkNames('serve()', Object.fromEntries([[name, undefined]]), names)).toThrow(
      `${message} (TW_OPTION_UNKNOWN)`,
    );
  });

  it('with another noun in the message, too', () => {
    expect(() => checkNames('mountTools()', { context: [] }, { principal: true, values: true })).toThrow(
      "Invalid option 'context' in mountTools(). Did you mean 'values'?",
    );
    expect(() => checkNames('serve()', { context: [] }, names)).toThrow("Valid options: 'timeoutMs', 'visible'.");
  });

  it('without the names that only toolwire sets', () => {
    expect(() => checkNames('serve()', { colour: 1 }, { run: true, '~caller': true })).toThrow(
      "Invalid option 'colour' in serve(). Valid options: 'run'. (TW_OPTION_UNKNOWN)",
    );
  });

  it('with the noun of another library', () => {
    expect(() => checkNames('serve()', { execute: 1 }, { colour: true, run: true }, { execute: 'run' })).toThrow(
      "Invalid option 'execute' in serve(). Did you mean 'run'?",
    );
    expect(() => checkNames('serve()', { execute: 1 }, names, { execute: 'run' })).toThrow(
      "Valid options: 'timeoutMs', 'visible'.",
    );
  });

  it('as an option of another function', () => {
    expect(() => checkNames('serve()', { port: 1 }, names, { port: 'listen()' })).toThrow(
      "Invalid option 'port' in serve(). It is an option of listen().",
    );
  });

  it('a tool server is not an options object', () => {
    expect(() => checkMountNames('mountTools()', { tools: [], handle: () => undefined }, names)).toThrow(
      'mountTools() got a tool server instead of options. Pass the server as the first argument. (TW_OPTIONS_NOT_OBJECT)',
    );
    expect(() => checkMountNames('mountTools()', { auth: 1 }, names)).toThrow('It is an option of toolwire().');
  });

  it('and not shown if it may be a key', () => {
    const key = 'a'.repeat(32);

    expect(() => checkNames('serve()', { [key]: 'ada' }, names)).toThrow('Invalid option in serve().');
    expect(() => checkNames('serve()', { [key]: 'ada' }, names)).not.toThrow(key);
  });
});

it.each([
  [null, 'serve() expects an object, such as { timeoutMs: … }, got null.'],
  ['3000', 'serve() expects an object, such as { timeoutMs: … }, got a string.'],
  [3000, 'serve() expects an object, such as { timeoutMs: … }, got 3000.'],
  [[{}], 'serve() expects an object, such as { timeoutMs: … }, got a list.'],
])('%j is not an options object', (given, message) => {
  expect(() => checkNames('serve()', given, names)).toThrow(`${message} (TW_OPTIONS_NOT_OBJECT)`);
});

it.each([undefined, {}, { timeoutMs: 1 }, { visible: undefined }, Object.create({ inherited: 1 }) as object])(
  '%j are valid options',
  (given) => {
    checkNames('serve()', given, names);
  },
);

it('a table of names cannot drift from its type', () => {
  const tables: readonly NamesOf<Options>[] = [
    // @ts-expect-error -- a name is missing
    { timeoutMs: true },
    // @ts-expect-error -- a name that the type does not have
    { timeoutMs: true, visible: true, visble: true },
  ];
  const ofUnion: NamesOf<{ readonly a?: 1 } | { readonly b?: 2 }> = { a: true, b: true };

  expect(tables).toHaveLength(2);
  expect(Object.keys(ofUnion)).toEqual(['a', 'b']);
});
