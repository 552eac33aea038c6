import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Versioned } from '../src/check-registration.ts';
import { createVersionResolver } from '../src/index.ts';

const tool = (id: string, version = '1.0.0'): Versioned => ({ id, version });
const multi = ['2.1.0', '10.0.0', '1.9.0', '1.0.0', '1.10.0', '1.2.0'].map((version) => tool('Conf.Multi', version));
const calculator = tool('Calculator.Add');
const resolver = createVersionResolver([...multi, calculator]);

describe('a tool ID resolves to its tool and version', () => {
  it('resolves x.y.z to exactly that version (OTC-VER-02)', () => {
    expect(resolver.resolve('Conf.Multi@1.2.0')).toEqual({
      ok: true,
      item: tool('Conf.Multi', '1.2.0'),
      form: 'exact',
    });
    expect(resolver.resolve('Conf.Multi@1.2.1')).toMatchObject({ ok: false, code: 'version_not_found' });
  });

  it('resolves x to exactly x.0.0, never as a range (OTC-VER-03, CASE-03)', () => {
    expect(resolver.resolve('Conf.Multi@1')).toEqual({
      ok: true,
      item: tool('Conf.Multi', '1.0.0'),
      form: 'shorthand',
    });
    expect(resolver.resolve('Conf.Multi@10')).toMatchObject({ item: { version: '10.0.0' } });
    expect(resolver.resolve('Conf.Multi@2')).toMatchObject({ ok: false, code: 'version_not_found' });
    expect(resolver.resolve('Conf.Multi@0')).toMatchObject({ ok: false, code: 'version_not_found' });
    expect(createVersionResolver([tool('Conf.Zero', '0.0.0')]).resolve('Conf.Zero@0')).toMatchObject({ ok: true });
  });

  it('resolves no version to the latest by numbers, whatever the order of registration (OTC-VER-01, OTC-VER-04)', () => {
    expect(resolver.resolve('Conf.Multi')).toEqual({ ok: true, item: tool('Conf.Multi', '10.0.0'), form: 'latest' });
    expect(createVersionResolver([...multi].reverse()).resolve('Conf.Multi')).toMatchObject({
      item: { version: '10.0.0' },
    });
  });

  it.each(['99999999999999999999999', '1.0.99999999999999999999', '9007199254740993.0.0'])(
    'reports the huge version @%s as missing (CASE-04)',
    (version) => {
      const exact = createVersionResolver([
        tool('Conf.Edge', '9007199254740991.0.0'),
        tool('Conf.Edge', '1.0.9007199254740991'),
      ]);
      expect(exact.resolve(`Conf.Edge@${version}`)).toMatchObject({ ok: false, code: 'version_not_found' });
      expect(exact.resolve('Conf.Edge@9007199254740991')).toMatchObject({ ok: true });
    },
  );

  it.each([
    '__proto__.constructor',
    'constructor.prototype',
    'toString.call',
    'hasOwnProperty.x@1',
    '__proto__.__proto__',
  ])('does not find %s on any prototype (CASE-05)', (id) => {
    expect(resolver.resolve(id)).toMatchObject({ ok: false, code: 'tool_not_found' });
  });

  it('serves a tool named like a prototype member (CASE-05)', () => {
    const odd = createVersionResolver(
      ['__proto__.polluted', 'constructor.prototype', 'toString.call'].map((id) => tool(id)),
    );
    expect(odd.resolve('__proto__.polluted@1')).toMatchObject({ ok: true, item: { id: '__proto__.polluted' } });
    expect(odd.resolve('constructor.prototype')).toMatchObject({ ok: true });
    expect(odd.all()).toHaveLength(3);
    expect('polluted' in {}).toBe(false);
  });

  it('is case-sensitive (CASE-01)', () => {
    expect(resolver.resolve('calculator.add')).toMatchObject({ ok: false, code: 'tool_not_found' });
  });

  it.each([
    'Calculator_Add',
    'Calculator.Add@01.0.0',
    'Calculator.Add@latest',
    'Calculator.Add\n',
    '',
    42,
    null,
    undefined,
    {},
  ])('rejects %j as an invalid ID (OTC-VER-05)', (id) => {
    expect(resolver.resolve(id)).toMatchObject({ ok: false, code: 'invalid_tool_id' });
  });

  it('finds each registered version with each of its spellings, and nothing else', () => {
    const small = fc.nat({ max: 3 });
    const versions = fc.uniqueArray(
      fc.tuple(small, small, small).map((parts) => parts.join('.')),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(versions, small, small, small, (registered, x, y, z) => {
        const some = createVersionResolver(registered.map((version) => tool('Kit.Tool', version)));
        const found = (id: string) => {
          const resolution = some.resolve(id);
          return resolution.ok ? resolution.item.version : undefined;
        };
        const newest = registered.reduce((best, version) =>
          Number(version.replaceAll('.', '')) > Number(best.replaceAll('.', '')) ? version : best,
        );
        expect(found(`Kit.Tool@${x}.${y}.${z}`)).toBe(registered.find((version) => version === `${x}.${y}.${z}`));
        expect(found(`Kit.Tool@${x}`)).toBe(registered.find((version) => version === `${x}.0.0`));
        expect(found('Kit.Tool')).toBe(newest);
      }),
    );
  });
});

describe('an unresolved ID gets a message of the spec', () => {
  it('reports a missing version exactly as the example of the spec (OTC-CALL-07d)', () => {
    expect(resolver.resolve('Calculator.Add@2.0.0')).toEqual({
      ok: false,
      code: 'version_not_found',
      message: "Tool 'Calculator_Add' was not found",
      developerMessage: 'Calculator.Add version 2.0.0 is not available',
      suggestions: ['Calculator.Add@1.0.0'],
    });
  });

  it('uses the name of the tool if it has a name', () => {
    const named = createVersionResolver([{ ...calculator, name: 'add_numbers' }]);
    expect(named.resolve('Calculator.Add@3.0.0')).toMatchObject({
      message: "Tool 'add_numbers' was not found",
      developerMessage: 'Calculator.Add version 3.0.0 is not available',
    });
  });

  it('uses the name that a server derives from a long ID', () => {
    const id = `Calendar.${'FindFreeSlots'.repeat(5)}`;
    const named = createVersionResolver([{ ...calculator, id }]);
    expect(named.resolve(`${id}@3.0.0`)).toMatchObject({
      message: `Tool '${id.replace('.', '_').slice(0, 55)}_e4ef16db' was not found`,
    });
  });

  it('reports the version as missing for a shorthand, and not the tool', () => {
    expect(resolver.resolve('Calculator.Add@3')).toMatchObject({
      code: 'version_not_found',
      message: "Tool 'Calculator_Add' has no version 3.0.0. Did you mean 'Calculator.Add@1.0.0'?",
      developerMessage: 'Calculator.Add version 3.0.0 is not available; there is 1.0.0',
    });
  });

  it('lists the existing versions when they differ from the example', () => {
    const one = createVersionResolver([{ ...calculator, version: '10.1.0' }]);
    for (const asked of ['9.2.0', '1.0.0', '10.0.9']) {
      expect(one.resolve(`Calculator.Add@${asked}`)).toMatchObject({
        message: `Tool 'Calculator_Add' has no version ${asked}. Did you mean 'Calculator.Add@10.1.0'?`,
        developerMessage: `Calculator.Add version ${asked} is not available; there is 10.1.0`,
      });
    }
    for (const asked of ['10.1.1', '100.0.0', `${'9'.repeat(99)}.0.0`]) {
      expect(one.resolve(`Calculator.Add@${asked}`)).toMatchObject({ message: "Tool 'Calculator_Add' was not found" });
    }
  });

  it('suggests the newest existing versions', () => {
    expect(resolver.resolve('Conf.Multi@3')).toMatchObject({
      message: "Tool 'Conf_Multi' has no version 3.0.0. Did you mean 'Conf.Multi@10.0.0'?",
      developerMessage: 'Conf.Multi version 3.0.0 is not available; there are 10.0.0, 2.1.0, 1.10.0 and 3 more',
      suggestions: ['Conf.Multi@10.0.0', 'Conf.Multi@2.1.0', 'Conf.Multi@1.10.0'],
    });
  });

  it('reports that an unknown tool was not found, with a suggestion (OTC-CALL-07c)', () => {
    expect(resolver.resolve('Calculator.Ad')).toEqual({
      ok: false,
      code: 'tool_not_found',
      message: "Tool 'Calculator.Ad' was not found. Did you mean 'Calculator.Add'?",
      developerMessage: 'No tool has the id Calculator.Ad; ids are case-sensitive',
      suggestions: ['Calculator.Add'],
    });
    expect(resolver.resolve('Weather.Now@1.0.0')).toMatchObject({
      message: "Tool 'Weather.Now' was not found",
      suggestions: [],
    });
  });

  it('explains the grammar for an invalid ID, and suggests a tool', () => {
    expect(resolver.resolve('Calculator.Add@v1')).toEqual({
      ok: false,
      code: 'invalid_tool_id',
      message:
        "The version in 'Calculator.Add@v1' is not valid; write x.y.z or x in whole numbers without leading zeros, such as @1.0.0 or @1, or leave it out to get the latest. Did you mean 'Calculator.Add'?",
      developerMessage:
        'A tool ID is Toolkit.Tool (the latest version), Toolkit.Tool@x.y.z (exactly that) or Toolkit.Tool@x (exactly x.0.0)',
      suggestions: ['Calculator.Add'],
    });
  });

  it('repeats at most 100 printable ASCII characters of the client (REL-13)', () => {
    for (const id of [`Kit.${'T'.repeat(240)}`, `Calculator.Add@${'9'.repeat(200)}`, 'x'.repeat(10_000)]) {
      const resolution = resolver.resolve(id);
      const { message, developerMessage } = resolution.ok ? { message: '', developerMessage: '' } : resolution;
      expect(message).not.toMatch(/(.)\1{100}/);
      expect(developerMessage).not.toMatch(/(.)\1{100}/);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (id) => {
        const resolution = resolver.resolve(id);
        expect(resolution.ok ? '' : resolution.message + resolution.developerMessage).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

describe('a tool that is not visible behaves as if it did not exist', () => {
  const visible = (item: Versioned) => item.version !== '10.0.0' && item.id !== 'Calculator.Add';

  it('is not found with any spelling', () => {
    expect(resolver.resolve('Conf.Multi@10.0.0', { visible })).toMatchObject({ ok: false, code: 'version_not_found' });
    expect(resolver.resolve('Conf.Multi@10', { visible })).toMatchObject({ ok: false, code: 'version_not_found' });
    expect(resolver.resolve('Calculator.Add', { visible })).toEqual(
      createVersionResolver(multi).resolve('Calculator.Add'),
    );
    expect(resolver.resolve('Calculator.Add@1.0.0', { visible })).toEqual(
      createVersionResolver(multi).resolve('Calculator.Add@1.0.0'),
    );
  });

  it('is not the latest', () => {
    expect(resolver.resolve('Conf.Multi', { visible })).toEqual({
      ok: true,
      item: tool('Conf.Multi', '2.1.0'),
      form: 'latest',
    });
    expect(resolver.latest({ visible }).map((item) => item.version)).toEqual(['2.1.0']);
  });

  it('is never suggested', () => {
    for (const id of ['Calculator.Ad', 'calculator.add', 'Calculator_Add', 'Calculator.Add@v1', 'Conf.Multi@11']) {
      const resolution = resolver.resolve(id, { visible });
      expect(JSON.stringify(resolution)).not.toMatch(/mean 'Calculator|10\.0\.0/);
      // Hidden versions are not counted either.
      if (id.startsWith('Conf')) expect(JSON.stringify(resolution)).toContain('2.1.0, 1.10.0, 1.9.0 and 2 more');
      expect(resolution).toMatchObject({
        ok: false,
        suggestions: id.startsWith('Conf') ? ['Conf.Multi@2.1.0', 'Conf.Multi@1.10.0', 'Conf.Multi@1.9.0'] : [],
      });
    }
  });

  it('is checked with only the tool', () => {
    const seen: unknown[][] = [];
    resolver.resolve('Conf.Multi@77', { visible: (...seenNow) => seen.push(seenNow) > 0 });
    expect(seen.every((args) => args.length === 1)).toBe(true);
  });
});

describe('the resolver lists in the order of the author', () => {
  it('has the versions of an ID from old to new (OTC-DEF-07)', () => {
    expect(resolver.versions('Conf.Multi').map((item) => item.version)).toEqual([
      '1.0.0',
      '1.2.0',
      '1.9.0',
      '1.10.0',
      '2.1.0',
      '10.0.0',
    ]);
    expect(resolver.versions('Conf.None')).toEqual([]);
    expect(resolver.versions('__proto__')).toEqual([]);
  });

  it('has the latest version of each ID, and all versions, in the order of the author and then by version', () => {
    expect(resolver.latest()).toEqual([tool('Conf.Multi', '10.0.0'), calculator]);
    expect(resolver.all().map((item) => item.version)).toEqual([
      '1.0.0',
      '1.2.0',
      '1.9.0',
      '1.10.0',
      '2.1.0',
      '10.0.0',
      '1.0.0',
    ]);
  });

  it('sorts versions whatever the order of registration', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(multi, { minLength: 6 }), (shuffled) => {
        expect(createVersionResolver([...shuffled, calculator]).all()).toEqual(resolver.all());
      }),
    );
  });

  it('returns the same frozen arrays each time', () => {
    expect(resolver.all()).toBe(resolver.all());
    expect(resolver.latest()).toBe(resolver.latest());
    expect(() => (resolver.all() as Versioned[]).push(calculator)).toThrow(TypeError);
    expect(() => (resolver.versions('Conf.Multi') as Versioned[]).pop()).toThrow(TypeError);
  });

  it('returns the registered objects, with their type', () => {
    const mine = { ...calculator, run: () => 15 };
    const resolution = createVersionResolver([mine]).resolve('Calculator.Add');
    expect(resolution.ok && resolution.item).toBe(mine);
    expect(resolution.ok && resolution.item.run()).toBe(15);
    // @ts-expect-error an item is there only when it was found
    expect(resolution.item).toBe(mine);
  });
});

describe('an invalid tool is rejected at registration, with a fix', () => {
  it.each([
    [
      [tool('Calc-ulator.Add')],
      "A tool cannot be registered. 'Calc-ulator.Add' is not a tool ID; write 'Toolkit.Tool'",
    ],
    [
      [tool('Calculator.Add@1.0.0')],
      "The tool ID 'Calculator.Add@1.0.0' has a version in it. Write id: 'Calculator.Add' and put the version into 'version'.",
    ],
    [
      [tool('Calculator.Add', '1.0')],
      "The tool Calculator.Add cannot be registered. A tool version must be exactly x.y.z, such as '1.0.0', with three whole numbers without leading zeros. Got '1.0'.",
    ],
    [[tool('Calculator.Add', '1.0.9007199254740992')], 'The largest allowed number is 9007199254740991'],
    [
      [tool('A.B'), tool('A.C'), tool('A.B')],
      'A.B@1.0.0 is registered twice. Change the version of one, or remove it.',
    ],
    [[tool(`Kit.${'T'.repeat(250)}`)], 'is too long: with its version it may have 256 characters.'],
    [
      [{ ...calculator, deprecation: { since: 'soon' } }],
      "The tool Calculator.Add@1.0.0 cannot be registered. deprecation.since 'soon' is not a date.",
    ],
  ])('%#', (items: Versioned[], text) => {
    expect(() => createVersionResolver(items)).toThrow(TypeError);
    expect(() => createVersionResolver(items)).toThrow(text);
  });

  it('can contain no tools', () => {
    const empty = createVersionResolver([]);
    expect(empty.all()).toEqual([]);
    expect(empty.resolve('Calculator.Add')).toMatchObject({ ok: false, code: 'tool_not_found' });
  });
});

it('resolves among 100 000 tools in about the time it takes among 10', () => {
  const sized = (count: number) => {
    const items = Array.from({ length: count }, (_, index) => tool(`Kit${index % 100}.Tool${index}`));
    const some = createVersionResolver(items);
    // Ten IDs each, so that the work is compared and not the processor's cache.
    const ids = Array.from({ length: 10 }, (_, index) => items[Math.floor((index * count) / 10)]?.id ?? '');
    const calls = [...ids, ...ids.map((id) => `${id}@1`), ...ids.map((id) => `${id}@1.0.0`)];
    return () => {
      const started = performance.now();
      for (let round = 0; round < 500; round++) {
        for (const id of calls) if (!some.resolve(id).ok) throw new Error(`${id} was not resolved`);
      }
      return performance.now() - started;
    };
  };
  const [few, many] = [sized(10), sized(100_000)];
  // About the same on an idle machine. On a busy machine, the larger table has less of the processor's cache.
  const factor = 10;
  let [fastestFew, fastestMany] = [few(), many()];
  for (let round = 1; round < 10 && fastestMany >= factor * fastestFew; round++) {
    fastestFew = Math.min(fastestFew, few());
    fastestMany = Math.min(fastestMany, many());
  }
  expect(fastestMany / fastestFew).toBeLessThan(factor);
});
