import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ajv } from '../src/ajv.ts';
import { compileInput, compileOutput, isSchemaError, type JsonSchemaValidator } from '../src/index.ts';
import type { JsonSchema } from '../src/json-schema/json.ts';
import { isPlainSchema } from '../src/publish/plain-schema.ts';
import { isSureToCompile } from '../src/publish/well-formed.ts';

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const numbers = fc.constantFrom(0, 1, 2.5, -3, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
const counts = fc.constantFrom(0, 1, 20);
const texts = fc.constantFrom('', 'A text.', 'email', '2026-01-31');
const names = fc.constantFrom('a', 'b', '$ref', 'pattern', 'type', 'constructor', 'é', '\ud800', '__proto__', '');
/** An unusual value of a keyword. */
const anything = fc.constantFrom<unknown>(null, true, -1, 1.5, '5', [], {}, ['a'], [['a']], { a: true }, { a: 5 });

const oftenOf = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: anything });

const schemas = fc.letrec<{ schema: unknown; object: object }>((tie) => {
  const fields = fc.dictionary(names, tie('schema'), { maxKeys: 3 });
  const list = fc.array(tie('schema'), { maxLength: 3 });
  const keywords = {
    type: fc.oneof(fc.constantFrom(...types, 'text'), fc.subarray(types)),
    properties: fields,
    required: fc.array(names, { maxLength: 2 }),
    additionalProperties: tie('schema'),
    items: tie('schema'),
    anyOf: list,
    oneOf: list,
    enum: fc.array(fc.oneof(texts, numbers), { maxLength: 3 }),
    const: fc.oneof(texts, numbers),
    default: anything,
    examples: fc.array(anything, { maxLength: 2 }),
    ...Object.fromEntries(['description', 'title', 'format'].map((name) => [name, texts])),
    ...Object.fromEntries(
      ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, numbers]),
    ),
    ...Object.fromEntries(['minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => [name, counts])),
    ...Object.fromEntries(['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'].map((name) => [name, fc.boolean()])),
    // Keywords that a plain schema can't have.
    $ref: fc.constantFrom('#', '#/properties/a', 'other'),
    allOf: list,
    nullable: fc.boolean(),
    pattern: fc.constantFrom('^a$', '^(a+)+$', '('),
  };
  const rare = new Set(['$ref', 'allOf', 'nullable', 'pattern']);
  const frequent = Object.entries(keywords).map(([name, values]) => ({
    weight: rare.has(name) ? 1 : 6,
    arbitrary: oftenOf(values).map((value) => [name, value] as const),
  }));
  const object = fc
    .array(fc.oneof({ maxDepth: 3 }, ...frequent), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as object);
  return {
    object,
    schema: fc.oneof({ maxDepth: 3 }, { weight: 1, arbitrary: fc.boolean() }, { weight: 9, arbitrary: object }),
  };
});

const validator: JsonSchemaValidator = { compile: () => () => ({ ok: true }) };

interface Origin {
  readonly direction: 'input' | 'output';
  /** Whether a library wrote it. */
  readonly generated: boolean;
}

/** The published form of a schema, or its error. */
function published(schema: JsonSchema, { direction, generated }: Origin): string {
  const options = { validator, converters: generated ? [() => schema] : [] };
  try {
    const { jsonSchema, warnings } =
      direction === 'input' ? compileInput(schema, options) : compileOutput(schema, options);
    return JSON.stringify({ jsonSchema, warnings });
  } catch (thrown) {
    return isSchemaError(thrown) ? `${thrown.code} ${thrown.path} ${thrown.message}` : String(thrown);
  }
}

describe('a plain schema', () => {
  it('is published and rejected exactly as by the separate checks', () => {
    let plain = 0;
    const origins = fc.record({
      direction: fc.constantFrom('input', 'output'),
      generated: fc.boolean(),
    });
    fc.assert(
      fc.property(schemas.object, origins, (given, origin) => {
        const schema = origin.direction === 'input' ? { type: 'object', ...given } : { ...given };
        plain += isPlainSchema(schema) ? 1 : 0;
        // A plain schema has no `$comment`, and publishing removes it.
        expect(published(schema, origin)).toBe(published({ ...schema, $comment: 'Of its author.' }, origin));
      }),
      { numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(300);
  });

  it('always compiles', () => {
    fc.assert(
      fc.property(schemas.object, (schema) => {
        fc.pre(isPlainSchema({ ...schema }));
        expect(isSureToCompile({ ...schema })).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('may declare its dialect, which is not published', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', description: 'A text.' } } };
    const dialect = 'https://json-schema.org/draft/2020-12/schema';
    const origin = { direction: 'input', generated: false } as const;
    expect(published({ $schema: dialect, ...schema }, origin)).toBe(published(schema, origin));
  });

  it('is checked as compiled, even if it is changed before the first value', () => {
    const compiler = ajv();
    compiler.compile({ type: 'string' });
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    const validate = compiler.compile(schema);
    schema.properties.a.type = 'string';
    expect(validate({ a: 1 }).ok).toBe(true);
  });

  it.each([
    ['deep', Array.from({ length: 60 }).reduce<JsonSchema>((items) => ({ type: 'array', items }), { type: 'string' })],
    [
      'wide',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`p${index}`, { type: 'string' }])),
      },
    ],
  ])('is not plain where it is very %s', (_, schema) => {
    expect(isPlainSchema(schema)).toBe(false);
  });
});
