import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { anthropicStrict, findStrictProblems, type JsonSchema, openAiStrict, type StrictRules } from '@toolwire/models';
import { toAnthropic } from '@toolwire/models/anthropic';
import { toOpenAiResponses } from '@toolwire/models/openai';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { describe, expect, test } from 'vitest';
import { modelTool, scriptedCaller } from './tools.ts';

const numRuns = process.env['TEST_SCOPE'] === 'all' ? 2_000 : 75;
/** For runs that compile two schemas each. */
const validatedRuns = Math.min(numRuns, 500);
const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });

/** Typical input schemas, some of which strict mode cannot express. */
const { input: inputs } = fc.letrec<{ any: JsonSchema; object: JsonSchema; input: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<JsonSchema>(
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'null' },
      { type: 'integer', minimum: 1, maximum: 5 },
      { type: 'string', minLength: 2 },
      { type: ['string', 'null'] },
      { enum: ['a', 'b', null] },
      { type: 'string', enum: ['a', 'b'], default: 'a' },
      { const: 'c' },
    ),
    fc.record({ type: fc.constant('array'), items: tie('any') }),
    fc
      .tuple(fc.constantFrom('anyOf', 'oneOf'), fc.array(tie('any'), { minLength: 1, maxLength: 3 }))
      .map(([keyword, forms]) => ({ [keyword]: forms })),
    tie('object'),
  ),
  object: fc
    .dictionary(fc.constantFrom('a', 'b', 'kind', '$top', 'toString'), fc.tuple(tie('any'), fc.boolean()), {
      maxKeys: 4,
    })
    .chain((members) =>
      fc.record({
        type: fc.constant('object'),
        properties: fc.constant(Object.fromEntries(Object.entries(members).map(([name, [schema]]) => [name, schema]))),
        required: fc.constant(Object.entries(members).flatMap(([name, [, isRequired]]) => (isRequired ? [name] : []))),
        ...(Object.keys(members).length % 2 === 0 && { additionalProperties: fc.constant(false) }),
      }),
    ),
  input: tie('object'),
}));

/** Values that fit a schema in strict form. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, enum: values, anyOf, items, properties, required } = schema;
  if (isList(values)) return fc.constantFrom(...values);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one: JsonSchema) => valuesOf(one)));
  if (type === 'array') return fc.array(valuesOf(items as JsonSchema), { maxLength: 3 });
  if (type === 'object') {
    const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
    return fc
      .tuple(
        ...members.map(([name, member]) =>
          optionally(valuesOf(member), (required as readonly string[]).includes(name)),
        ),
      )
      .map((all) =>
        Object.fromEntries(members.flatMap(([name], index) => (all[index] === absent ? [] : [[name, all[index]]]))),
      );
  }
  return scalars(schema);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const absent = Symbol('absent');

function optionally(values: fc.Arbitrary<unknown>, isRequired: boolean): fc.Arbitrary<unknown> {
  return isRequired ? values : fc.oneof(values, fc.constant(absent));
}

function scalars({ type, minimum = -9, maximum = 9 }: JsonSchema): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: Number(minimum), max: Number(maximum) });
  if (type === 'number') return fc.integer({ min: -9, max: 9 });
  return fc.string();
}

interface Strict {
  readonly schema: JsonSchema;
  /** The input of the tool for the arguments of a model. */
  readonly sent: (input: unknown) => Promise<unknown>;
}

async function openAi(inputSchema: JsonSchema): Promise<Strict | undefined> {
  const caller = scriptedCaller();
  const apiTools = await toOpenAiResponses(
    { tools: [modelTool({ inputSchema })], call: caller.call },
    { strict: 'auto' },
  );
  const [tool] = apiTools.tools;
  if (tool?.strict !== true) return undefined;
  const sent = async (input: unknown): Promise<unknown> => {
    const item = { type: 'function_call', call_id: '1', name: tool.name, arguments: JSON.stringify(input) };
    await apiTools.answer([item]);
    return caller.receivedCalls.at(-1)?.input;
  };
  return { schema: tool.parameters, sent };
}

async function anthropic(inputSchema: JsonSchema): Promise<Strict | undefined> {
  const caller = scriptedCaller();
  const apiTools = await toAnthropic({ tools: [modelTool({ inputSchema })], call: caller.call }, { strict: 'auto' });
  const [tool] = apiTools.tools;
  if (tool?.strict !== true) return undefined;
  const sent = async (input: unknown): Promise<unknown> => {
    const block = { type: 'tool_use', id: '1', name: tool.name, input };
    await apiTools.answer([block]);
    return caller.receivedCalls.at(-1)?.input;
  };
  return { schema: tool.input_schema, sent };
}

const interfaces: readonly (readonly [
  name: string,
  make: (schema: JsonSchema) => Promise<Strict | undefined>,
  rules: StrictRules,
])[] = [
  ['OpenAI', openAi, openAiStrict],
  ['Anthropic', anthropic, anthropicStrict],
];

describe.each(interfaces)('strict mode of %s', (name, make, rules) => {
  test('follows the published rules of the API', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (schema) => {
        const strict = await make(schema);
        if (strict !== undefined) expect(findStrictProblems(strict.schema, rules)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('is not changed by the official SDK in any validation keyword', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (schema) => {
        const strict = await make(schema);
        if (strict === undefined) return;
        const theirs = name === 'OpenAI' ? toStrictJsonSchema(strict.schema) : transformJSONSchema(strict.schema);
        expect(withoutTypesBesideValues(theirs)).toEqual(withoutTypesBesideValues(strict.schema));
      }),
      { numRuns },
    );
  });

  test('allows no input that the tool rejects', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(inputs, fc.gen(), async (schema, generate) => {
        const strict = await make(schema);
        fc.pre(strict !== undefined);
        const value = generate(valuesOf, strict.schema);
        count += 1;
        expect(ajv.validate(strict.schema, value)).toBe(true);
        const input = await strict.sent(value);
        expect(ajv.validate(schema, input), JSON.stringify(ajv.errors)).toBe(true);
      }),
      { numRuns: validatedRuns },
    );
    expect(count).toBeGreaterThanOrEqual(validatedRuns);
  });
});

/** Their SDK omits the type of an enum. */
function withoutTypesBesideValues(schema: unknown): unknown {
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { type, ...rest } = value as Readonly<Record<string, unknown>>;
    return Array.isArray(rest['enum']) || 'const' in rest ? rest : { ...(type !== undefined && { type }), ...rest };
  });
  return JSON.parse(text);
}
