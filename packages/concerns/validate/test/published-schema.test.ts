import { measureCpu } from '@toolwire/internal/testing';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { compileInput, compileOutput, isSchemaError, type JsonSchema, type SchemaError } from '../src/index.ts';
import { publishSchema } from '../src/publish/publish-schema.ts';
import { corpus } from './corpus.ts';

const validator = ajv();
const publish = (schema: JsonSchema): JsonSchema => compileInput(schema, { validator }).jsonSchema;
const publishOutput = (schema: JsonSchema): JsonSchema | null => compileOutput(schema, { validator }).jsonSchema;
const inside = (p: unknown, rest: object = {}): JsonSchema => ({ type: 'object', properties: { p }, ...rest });

function problemOf(define: () => unknown): Pick<SchemaError, 'code' | 'path' | 'message'> {
  try {
    define();
  } catch (thrown) {
    if (isSchemaError(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('The schema was taken.');
}

describe('the published schema of an input', () => {
  it('MCP-LIST-04: lists each type and each required name once', () => {
    const schema = { type: 'object', properties: { p: { type: ['string', 'string'] } }, required: ['p', 'p'] };
    expect(publish({ ...schema, dependentRequired: { p: ['q', 'q'] } })).toEqual({
      type: 'object',
      properties: { p: { type: ['string'] } },
      required: ['p'],
      dependentRequired: { p: ['q'] },
    });
    expect(publish(schema).required).toEqual(['p']);
  });

  it('E20: has the type object, even if the author omitted it', () => {
    expect(publish({})).toEqual({ type: 'object' });
    expect(publish({ properties: { a: { type: 'string' } } })).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
    });
    expect(publish({ type: ['object'] })).toEqual({ type: 'object' });
    const union = z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]);
    expect(compileInput(union).jsonSchema).toMatchObject({ type: 'object', oneOf: [{}, {}] });
  });

  it('OTC-DEF-08: exists for a tool without parameters, which drops sent fields', () => {
    const { jsonSchema, check, warnings } = compileInput(undefined);
    expect({ jsonSchema, warnings }).toEqual({ jsonSchema: { type: 'object', properties: {} }, warnings: [] });
    expect(check({ made: 'up' })).toEqual({ ok: true, value: {} });
    expect(check([])).toMatchObject({ ok: false });
  });

  it.each([
    [z.string(), 'a string'],
    [z.array(z.string()), 'an array'],
    [z.object({}).nullable(), 'also accepts values that are not objects'],
    [z.union([z.object({ a: z.string() }), z.string()]), 'also accepts values that are not objects'],
  ])('is rejected when it is not an object', (schema, words) => {
    const { code, message } = problemOf(() => compileInput(schema));
    expect(code).toBe('TW_SCHEMA_NOT_OBJECT');
    expect(message).toContain(words);
  });

  it('is frozen', () => {
    const { jsonSchema } = compileInput(z.object({ a: z.object({ b: z.string() }) }));
    const { properties } = jsonSchema as { properties: { a: { properties: object } } };
    expect([jsonSchema, properties, properties.a.properties].every(Object.isFrozen)).toBe(true);
  });
});

describe('OTC-DEF-09: a published schema has no references', () => {
  const address = { type: 'object', properties: { city: { type: 'string' } }, description: 'Any address' };

  it.each([
    ['$defs', { $ref: '#/$defs/address' }, { $defs: { address } }],
    ['definitions', { $ref: '#/definitions/a~1b%20c' }, { definitions: { 'a/b c': address } }],
    ['an anchor', { $ref: '#here' }, { $defs: { x: { $anchor: 'here', ...address } } }],
    [
      'an id',
      { $ref: 'https://example.com/address' },
      { $defs: { x: { $id: 'https://example.com/address', ...address } } },
    ],
    ['another parameter', { $ref: '#/properties/q' }, { properties: { p: { $ref: '#/properties/q' }, q: address } }],
    ['a chain', { $ref: '#/$defs/one' }, { $defs: { one: { $ref: '#/$defs/two' }, two: address } }],
  ])('replaces the reference with its target: %s', (_, p, rest) => {
    const published = publish({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...inside(p, rest) });
    expect((published['properties'] as { p: unknown }).p).toEqual(address);
    expect(JSON.stringify(published)).not.toMatch(/\$|definitions/);
  });

  const embedded = { $id: 'address.json', ...address };
  it.each([
    ['a relative $id', { $ref: 'address.json' }, { $defs: { x: embedded } }],
    [
      'an $id relative to that of the document',
      { $ref: 'https://example.com/schemas/address.json' },
      { $id: 'https://example.com/schemas/order.json', $defs: { x: embedded } },
    ],
    [
      'a reference relative to the $id of the document',
      { $ref: '/address.json' },
      {
        $id: 'https://example.com/schemas/order.json',
        $defs: { x: { ...embedded, $id: 'https://example.com/address.json' } },
      },
    ],
    [
      'a reference relative to the $id around it',
      { $ref: 'forms/order.json' },
      {
        $defs: { x: { $id: 'forms/order.json', $ref: 'address.json' }, y: { ...embedded, $id: 'forms/address.json' } },
      },
    ],
    [
      'a pointer into a part with an $id',
      { $ref: 'forms.json#/$defs/address' },
      { $defs: { x: { $id: 'forms.json', $defs: { address } } } },
    ],
    [
      'a pointer within a part with an $id',
      { $ref: 'forms.json' },
      { $defs: { x: { $id: 'forms.json', $ref: '#/$defs/a', $defs: { a: address } }, a: { type: 'null' } } },
    ],
    [
      'a pointer from a part with an $id to the document',
      { $ref: 'forms.json' },
      { $defs: { x: { $id: 'forms.json', $ref: '#/$defs/a' }, a: address } },
    ],
    [
      'an $anchor in a part with an $id',
      { $ref: 'forms.json#here' },
      { $defs: { x: { $id: 'forms.json', $defs: { a: { $anchor: 'here', ...address } } } } },
    ],
    ['an anchor of draft-07', { $ref: '#here' }, { definitions: { x: { $id: '#here', ...address } } }],
    ['an id of draft-04', { $ref: 'address.json' }, { definitions: { x: { id: 'address.json', ...address } } }],
    ['a URN', { $ref: 'urn:forms:address' }, { $defs: { x: { $id: 'urn:forms:address', ...address } } }],
  ])('finds %s', (_, p, rest) => {
    const published = publish(inside(p, rest));
    expect((published['properties'] as { p: unknown }).p).toEqual(address);
    expect(JSON.stringify(published)).not.toMatch(/\$|definitions|\bid\b/);
  });

  it.each([
    [{ $ref: 'other.json' }, "refers to 'other.json' outside the schema"],
    [{ $ref: 'address.json#/nowhere' }, "the part with that $id does not hold '#/nowhere'"],
    [{ $ref: '#nowhere' }, 'which the schema does not hold'],
  ])('states why it does not find %j', (p, reason) => {
    const problem = problemOf(() => publish(inside(p, { $defs: { x: embedded } })));
    expect([problem.code, problem.path]).toEqual(['TW_SCHEMA_REFERENCE', 'p']);
    expect(problem.message).toContain(reason);
  });

  it('keeps the description and constraints next to a reference', () => {
    const $defs = { address };
    expect(publish(inside({ $ref: '#/$defs/address', description: 'Where to send it' }, { $defs }))).toEqual(
      inside({ ...address, description: 'Where to send it' }),
    );
    expect(publish(inside({ $ref: '#/$defs/address', required: ['city'] }, { $defs }))).toEqual(
      inside({ required: ['city'], allOf: [address] }),
    );
  });

  it('treats a parameter called $ref as a parameter, and a default that looks like a reference as a value', () => {
    const schema = {
      type: 'object',
      properties: { $ref: { type: 'string', default: { $ref: '#/x' } }, definitions: {} },
    };
    expect(publish(schema)).toEqual(schema);
  });

  it.each([
    ['TW_SCHEMA_REFERENCE', inside({ $ref: '#/$defs/n' }, { $defs: { n: { $ref: '#/$defs/n' } } }), 'p'],
    [
      'TW_SCHEMA_REFERENCE',
      inside({ $ref: '#/$defs/n' }, { $defs: { n: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/n' }] } } }),
      'p',
    ],
    [
      'TW_SCHEMA_REFERENCE',
      inside({ $ref: '#/$defs/n' }, { $defs: { n: { dependentSchemas: { items: { $ref: '#/$defs/n' } } } } }),
      'p.items',
    ],
    ['TW_SCHEMA_REFERENCE', inside({ $ref: '#/$defs/nowhere' }), 'p'],
    ['TW_SCHEMA_REFERENCE', inside({ $ref: '#/properties/p/description', description: 'x' }), 'p'],
    ['TW_SCHEMA_REFERENCE', inside({ items: { $ref: 'https://example.com/remote.json' } }), 'p[]'],
    ['TW_SCHEMA_REFERENCE', inside({ $dynamicRef: '#node' }), 'p'],
    ['TW_SCHEMA_REFERENCE', inside({ $recursiveRef: '#' }), 'p'],
  ])('rejects references without a finite form: %s (MCP-LIST-05)', (code, schema, path) => {
    const problem = problemOf(() => publish(schema));
    expect([problem.code, problem.path]).toEqual([code, path]);
    expect(problem.message).toContain(`'${path}'`);
  });

  it('are published with fewer levels where a recursive schema is large, whatever the order of its fields', () => {
    const fieldsOf = (count: number, schema: object): object =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, schema]));
    const parts = fieldsOf(70, { properties: fieldsOf(100, { type: 'string' }) });
    const child = { $ref: '#' };
    const shallow = { a: { properties: parts }, child: {} };
    for (const properties of [
      { a: { properties: parts }, child },
      { child, a: { properties: parts } },
    ]) {
      // Without the validator, which takes seconds for so many fields.
      const { jsonSchema } = publishSchema({ type: 'object', properties }, { direction: 'input', generated: false });
      expect(jsonSchema).toMatchObject({ properties: shallow });
    }
  });

  it('rejects references that multiply', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `n${index}`,
        { properties: { a: { $ref: `#/$defs/n${index + 1}` }, b: { $ref: `#/$defs/n${index + 1}` } } },
      ]),
    );
    const schema = inside({ $ref: '#/$defs/n0' }, { $defs: { ...$defs, n30: {} } });
    const { ms, result } = measureCpu(() => problemOf(() => publish(schema)));
    expect(result.code).toBe('TW_SCHEMA_TOO_LARGE');
    expect(ms).toBeLessThan(2000);
  });

  it('holds for any schema, and compiles as draft-07 and as 2020-12 (MCP-LIST-04)', () => {
    const leaf = fc.constantFrom({ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }, { type: 'string', $comment: 'x' }, true);
    const schemas = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.record({ properties: fc.dictionary(fc.constantFrom('a', '$ref'), tie('schema'), { maxKeys: 2 }) }),
        fc.record({ items: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), additionalItems: tie('schema') }),
        fc.record({ prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), items: tie('schema') }),
        fc.record({
          anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          $id: fc.constant('https://x.test/y'),
        }),
      ),
    }));
    const seven = new Ajv({ strict: false });
    const twenty = new Ajv2020({ strict: false });
    fc.assert(
      fc.property(schemas.schema, (p) => {
        const published = publish(inside(p, { $defs: { a: { type: 'number' }, b: { $ref: '#/$defs/a' } } }));
        const text = JSON.stringify(published, (key, value: unknown) =>
          key === 'properties' ? Object.values(value as object) : value,
        );
        expect(text).not.toMatch(/"\$|definitions|additionalItems/);
        expect(() => seven.compile(published)).not.toThrow();
        expect(() => twenty.compile(published)).not.toThrow();
      }),
    );
  });
});

describe('the document of an input', () => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const place = { $anchor: 'place', type: 'object' };
  const written = { $schema, $defs: { place }, properties: { at: { $ref: '#/$defs/place' } } };

  it("is the author's schema with references, next to the schema without references", () => {
    const { jsonSchema, document } = compileInput(written, { validator });
    expect(document).toEqual(written);
    expect(jsonSchema).toEqual({ type: 'object', properties: { at: { type: 'object' } } });
  });

  it('is a frozen copy', () => {
    const mine = structuredClone(written);
    const { document } = compileInput(mine, { validator });
    mine.$defs.place.type = 'array';
    expect(document).toEqual(written);
    expect(Object.isFrozen(document?.['properties'])).toBe(true);
  });

  it('is omitted for a schema without a dialect, and for library schemas', () => {
    const { $schema: _, ...unnamed } = written;
    expect(compileInput(unnamed, { validator })).not.toHaveProperty('document');
    expect(compileInput(z.object({}))).not.toHaveProperty('document');
  });
});

describe('E65: keywords of 2020-12 that draft-07 reads alike or ignores', () => {
  it("writes tuples so that draft-07 doesn't misread them", () => {
    const pair = [{ type: 'string' }, { type: 'number' }];
    const old = { type: 'array', items: pair, additionalItems: false };
    const modern = { type: 'array', prefixItems: pair, items: false };
    expect(publishOutput(old)).toEqual({ type: 'array', prefixItems: pair, maxItems: 2 });
    expect(publishOutput(modern)).toEqual(publishOutput(old));
    expect(publishOutput({ prefixItems: pair, items: { type: 'null' } })).toEqual({
      prefixItems: pair,
      unevaluatedItems: { type: 'null' },
    });
    expect(new Ajv({ strict: false }).compile(publishOutput(modern) ?? {})(['a', 1])).toBe(true);
  });

  it('writes a tuple without items as an array with a limit, or with the schema of all its items', () => {
    expect(publishOutput({ type: 'array', prefixItems: [], items: false, maxItems: 0 })).toEqual({
      type: 'array',
      maxItems: 0,
    });
    expect(publishOutput({ type: 'array', items: [], additionalItems: false })).toEqual({ type: 'array', maxItems: 0 });
    expect(publishOutput({ type: 'array', prefixItems: [], items: { type: 'string' } })).toEqual({
      type: 'array',
      items: { type: 'string' },
    });
    expect(publishOutput({ type: 'array', prefixItems: [] })).toEqual({ type: 'array' });
    const { check, jsonSchema } = compileInput(z.object({ none: z.tuple([]) }));
    expect(jsonSchema['properties']).toEqual({ none: { type: 'array', maxItems: 0 } });
    expect([check({ none: [] }), check({ none: [1] })]).toMatchObject([{ ok: true }, { ok: false }]);
  });

  it('drops contains where no item is required', () => {
    const schema = { type: 'array', contains: { type: 'number' }, minContains: 0 };
    expect(publishOutput(schema)).toEqual({ type: 'array' });
    expect(publishOutput({ ...schema, minContains: 2 })).toEqual({ ...schema, minContains: 2 });
  });

  it('splits dependencies, and reads nullable and draft-04 bounds', () => {
    expect(publishOutput({ dependencies: { a: ['b'], c: { required: ['d'] } } })).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'] } },
    });
    expect(publishOutput({ dependencies: { a: ['b', 'b'] } })).toEqual({ dependentRequired: { a: ['b'] } });
    expect(publishOutput({ dependencies: { a: ['b', 'b'] }, dependentRequired: {} })).toEqual({
      dependentRequired: {},
      allOf: [{ dependentRequired: { a: ['b'] } }],
    });
    expect(publishOutput({ type: 'string', nullable: true })).toEqual({ type: ['string', 'null'] });
    expect(publishOutput({ minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false })).toEqual({
      exclusiveMinimum: 1,
      maximum: 2,
    });
  });

  it('drops document identifiers at every level', () => {
    const noise = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/x',
      $comment: 'x',
      id: 'x',
    };
    expect(publish({ ...noise, properties: { p: { ...noise, type: 'string' }, id: { type: 'number' } } })).toEqual({
      type: 'object',
      properties: { p: { type: 'string' }, id: { type: 'number' } },
    });
  });

  it('changes no verdict', () => {
    for (const { schema, valid, invalid } of corpus) {
      const { check } = compileOutput(schema, { validator });
      for (const value of valid) expect([schema, value, check(value)]).toMatchObject([schema, value, { ok: true }]);
      for (const value of invalid) expect([schema, value, check(value)]).toMatchObject([schema, value, { ok: false }]);
    }
  });
});

describe('an invalid JSON Schema', () => {
  it.each([
    [inside({ type: 'strnig' }), "The schema of 'p' is not valid JSON Schema: 'type' must be one of array"],
    [inside({ type: [] }), "'type' must be"],
    [{ type: 'object', required: 'a' }, "'required' must be a list of names"],
    [{ type: 'object', properties: [] }, "'properties' must be an object of schemas"],
    [inside({ items: { minimum: '3' } }), "The schema of 'p[]' is not valid JSON Schema: 'minimum' must be a number"],
    [inside({ minLength: -1 }), "'minLength' must be a whole number"],
    [inside({ enum: [] }), "'enum' must be a list of at least one value"],
    [inside({ anyOf: [] }), "'anyOf' must be a list of at least one schema"],
    [inside({ dependencies: 5 }), "'dependencies' must be an object"],
    [inside({ multipleOf: 0 }), "'multipleOf' must be a number above 0"],
    [inside('string'), "'properties' must be an object of schemas"],
    [inside({ pattern: '(' }), 'the pattern ( is not a regular expression'],
    [inside({ patternProperties: { '[': {} } }), 'the pattern [ is not a regular expression'],
    [JSON.parse('{"type":"object","properties":{"__proto__":{}}}') as JsonSchema, "no field may be called '__proto__'"],
    [{ type: 'object', required: ['\ud800'] }, 'lone surrogate'],
    [inside({ default: 1n }), 'The schema is not plain JSON: properties.p.default is a BigInt'],
  ])('is rejected with the field and the reason: %#', (schema, words) => {
    const { code, message } = problemOf(() => publish(schema));
    expect(code).toBe('TW_SCHEMA_INVALID');
    expect(message).toContain(words);
  });
});

describe('OTC-DEF-10: parameters have descriptions', () => {
  const schema = z.object({ a: z.string().describe('The first.'), b: z.string(), c: z.string().describe(' ') });

  it('names each parameter without a description', () => {
    expect(compileInput(schema)).toMatchObject({ undescribed: ['b', 'c'], warnings: [] });
    expect(compileInput(schema.pick({ a: true })).undescribed).toEqual([]);
  });

  it('rejects all of them at once in strict mode', () => {
    const { code, path, message } = problemOf(() => compileInput(schema, { strict: true }));
    expect([code, path]).toEqual(['TW_SCHEMA_DESCRIPTION', 'b']);
    expect(message).toContain("'b', 'c'");
  });

  it('E19: applies to parameters only, including those of one union branch', () => {
    const nested = z.object({ a: z.object({ inner: z.string() }).describe('A thing.') });
    expect(compileInput(nested).undescribed).toEqual([]);
    expect(compileOutput(nested).warnings).toEqual([]);
    const union = z.union([z.object({ a: z.string().describe('A.') }), z.object({ b: z.string() })]);
    expect(compileInput(union).undescribed).toEqual(['b']);
  });
});

describe('keywords that libraries write only for validators', () => {
  it('are dropped', () => {
    const schema = z.object({
      e: z.email(),
      n: z.int(),
      r: z.record(z.string(), z.number()),
      w: z.string().regex(/^x/),
    });
    expect(compileInput(schema).jsonSchema['properties']).toEqual({
      e: { type: 'string', format: 'email' },
      n: { type: 'integer' },
      r: { type: 'object', additionalProperties: { type: 'number' } },
      w: { type: 'string', pattern: '^x' },
    });
  });

  it('stay where the author wrote them', () => {
    const schema = inside({ type: 'string', format: 'email', pattern: '@example' });
    expect(publish(schema)).toEqual(schema);
  });

  it.each<readonly [string, SchemaSource, string, string]>([
    [
      'a date-time in whole seconds',
      z.iso.datetime({ precision: 0 }),
      '2026-01-31T12:00:00Z',
      '2026-01-31T12:00:00.000Z',
    ],
    [
      'a date-time with an offset in whole seconds',
      z.iso.datetime({ precision: 0, offset: true }),
      '2026-01-31T12:00:00+02:00',
      '2026-01-31T12:00:00.000+02:00',
    ],
    ['an email address of zod', z.email({ pattern: /^[a-z]+@acme\.com$/ }), 'ann@acme.com', 'ann@example.org'],
    [
      'an email address of valibot',
      toStandardJsonSchema(v.pipe(v.string(), v.email(), v.regex(/\.com$/))),
      'ann@example.com',
      'ann@example.org',
    ],
    ['a date', toStandardJsonSchema(v.pipe(v.string(), v.isoDate(), v.regex(/-01$/))), '2026-01-01', '2026-01-31'],
  ])('stay where they are stricter than the format: %s', (_, schema, valid, invalid) => {
    const { check, jsonSchema } = compileOutput(schema, { validator });
    const fits = validator.compile(jsonSchema ?? {});
    expect([check(valid), fits(valid)]).toMatchObject([{ ok: true }, { ok: true }]);
    expect([check(invalid), fits(invalid)]).toMatchObject([{ ok: false }, { ok: false }]);
  });

  it.each([
    z.email(),
    z.iso.date(),
    z.iso.datetime({ offset: true }),
    z.ipv4(),
    z.ipv6(),
    z.hostname(),
    z.guid(),
    type('string.email'),
    type('string.ip.v4'),
  ])('are dropped next to the format of a library: %#', (schema) => {
    expect(compileOutput(schema).jsonSchema).not.toHaveProperty('pattern');
  });

  it('are shortened if they only require UTC', () => {
    expect(compileOutput(z.iso.datetime()).jsonSchema).toEqual({ type: 'string', format: 'date-time', pattern: 'Z$' });
  });
});
