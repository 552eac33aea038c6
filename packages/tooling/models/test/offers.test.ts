import { anthropicStrict, findStrictProblems, type ModelTool, openAiStrict } from '@toolwire/models';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { toAnthropic } from '@toolwire/models/anthropic';
import { toGemini } from '@toolwire/models/gemini';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { describe, expect, test } from 'vitest';
import { apis } from './interfaces.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const { call } = scriptedCaller();
const text = { type: 'string' } as const;
const objectOf = (properties: object, ...required: readonly string[]) => ({ type: 'object', properties, required });
const only = (inputSchema: ModelTool['inputSchema']) => [modelTool({ inputSchema })];

describe.each(Object.entries(apis))('%s', (_name, make) => {
  const namesOf = async (tools: readonly ModelTool[], versions: 'latest' | 'all' = 'all') =>
    (await make(tools, call, { versions })).names;

  test('contains the newest version of each tool, in the order of the listing', async () => {
    const tools = ['2.0.0', '10.0.0', '9.9.9'].map((version) => modelTool({ version }));
    expect(await namesOf([modelTool({ id: 'A.B', name: 'A_B' }), ...tools], 'latest')).toEqual([
      'A_B',
      'Calculator_Add',
    ]);
  });

  test('contains all versions, with the version in the name', async () => {
    const tools = ['1.0.0', '2.0.0'].map((version) => modelTool({ version }));
    expect(await namesOf(tools)).toEqual(['Calculator_Add-1_0_0', 'Calculator_Add']);
  });

  test('replaces invalid names with unique ones, and maps them back', async () => {
    const names = [
      'Räksmörgås',
      '7up',
      'a.b',
      'a_b',
      'a b',
      `${'x'.repeat(80)}1`,
      `${'x'.repeat(80)}2`,
      'twice',
      'twice',
    ];
    const tools = names.map((name, index) => modelTool({ id: `Tool.Number${index}`, name }));
    const caller = scriptedCaller();
    const apiTools = await make(tools, caller);
    expect(new Set(apiTools.names).size).toBe(names.length);
    for (const name of apiTools.names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    expect(apiTools.names.slice(0, 2)).toEqual(['R_ksm_rg_s', '_7up']);
    expect(apiTools.names[3]).toBe('a_b');
    await apiTools.answer(
      apiTools.names.map((name, index) => ({ id: `call_number_${index}_of_all`, name, input: { a: 1, b: 1 } })),
    );
    expect(caller.receivedCalls.map(({ toolId }) => toolId)).toEqual(tools.map(({ id }) => `${id}@1.0.0`));
    // The order of the tools does not change their names.
    expect((await make([...tools].reverse(), call)).names).toEqual([...apiTools.names].reverse());
  });

  test('has an empty object for a tool without parameters', async () => {
    const [schema] = (await make(only({ type: 'object' }), call)).schemas;
    if (schema !== undefined) {
      expect(schema).toMatchObject({ type: 'object', properties: {}, additionalProperties: false });
    }
  });
});

test('reports no change for a tool that is accepted as it is', async () => {
  for (const { report } of [
    await toAnthropic({ tools: [modelTool()], call }),
    await toGemini({ tools: [modelTool()], call }),
    await toOpenAiChat({ tools: [modelTool()], call }),
  ]) {
    expect(report).toEqual([{ toolId: 'Calculator.Add@1.0.0', name: 'Calculator_Add', strict: false, changes: [] }]);
  }
});

test('reports each change with its location and reason', async () => {
  const inputSchema = objectOf({ $top: { type: 'integer', multipleOf: 5 }, to: { oneOf: [text, { type: 'null' }] } });
  const { report, tools } = await toGemini({ tools: [modelTool({ name: 'a.b', inputSchema })], call });
  expect(report[0]?.changes.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['name', ''],
    ['keyword', '/properties/to'],
    ['parameter_name', ''],
    ['keyword', '/properties/top'],
  ]);
  expect(tools[0]?.functionDeclarations[0]?.parametersJsonSchema).toEqual({
    type: 'object',
    properties: { top: { type: 'integer', description: '(multipleOf: 5)' }, to: { anyOf: [text, { type: 'null' }] } },
    required: [],
  });
});

test.each([
  { type: 'string', not: { const: 'x' } },
  { anyOf: [text, { type: 'number' }] },
  { type: 'object', propertyNames: { maxLength: 5 } },
])('reports no change of a keyword that is unchanged where two equal parts are joined: %j', async (member) => {
  const joined = { type: 'object', allOf: [objectOf({ a: member }), objectOf({ a: member })] };
  for (const [inputSchema, pointer] of [
    [joined, ''],
    [objectOf({ p: joined }), '/properties/p'],
  ] as const) {
    const { report } = await toAnthropic({ tools: [modelTool({ inputSchema })], call }, { strict: 'off' });
    expect(report[0]?.changes.filter(({ code }) => code === 'keyword')).toEqual([
      { code: 'keyword', pointer, message: "'allOf' is replaced with one object." },
    ]);
  }
});

test('reports a removed keyword at the place where it is removed', async () => {
  const closed = { ...objectOf({ a: text }), unevaluatedProperties: false };
  const inputSchema = { ...closed, allOf: [objectOf({ p: closed })] };
  const { report } = await toAnthropic({ tools: [modelTool({ inputSchema })], call }, { strict: 'off' });
  const removed = report[0]?.changes.filter(({ message }) => message.includes("'unevaluatedProperties'"));
  expect(removed?.map(({ pointer }) => pointer)).toEqual(['']);
});

test('reports a changed keyword that other alternatives of the same field keep', async () => {
  const kept = { allOf: [{ not: { const: 3 } }, { not: { const: 4 } }] };
  const objects = { allOf: [objectOf({ a: text }), objectOf({ b: text })] };
  const texts = {
    allOf: [
      { ...text, minLength: 2 },
      { ...text, pattern: 'a' },
    ],
  };
  const inputSchema = objectOf({ p: { anyOf: [kept, objects, texts] } });
  const { report } = await toAnthropic({ tools: [modelTool({ inputSchema })], call });
  expect(report[0]?.changes).toEqual([
    { code: 'keyword', pointer: '/properties/p/anyOf/1', message: "'allOf' is replaced with one object." },
  ]);
});

test('a recursive schema of an older draft has the keywords of the current one, and its references lead to definitions', async () => {
  const node = objectOf({
    pair: { items: [text, text], additionalItems: false },
    size: { type: 'integer', minimum: 1, exclusiveMinimum: true },
    parent: { $ref: '#node' },
  });
  const inputDocument = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...objectOf({ tree: { $ref: '#/definitions/node' } }),
    definitions: { node: { $id: '#node', ...node } },
  };
  const inputSchema = objectOf({ tree: { type: 'object' } });
  const { tools } = await toGemini({ tools: [modelTool({ inputSchema, inputDocument })], call });
  expect(tools[0]?.functionDeclarations[0]?.parametersJsonSchema).toEqual({
    type: 'object',
    properties: { tree: { $ref: '#/$defs/node' } },
    required: [],
    $defs: {
      node: {
        type: 'object',
        properties: {
          pair: { items: text, maxItems: 2, description: 'Items in order: string, string.' },
          size: { type: 'integer', minimum: 2 },
          parent: { $ref: '#/$defs/node' },
        },
        required: [],
      },
    },
  });
});

test('truncates a description that is too long for OpenAI, also if the API is unknown, but not for Anthropic', async () => {
  const description = 'Adds. '.repeat(300);
  const { tools, report } = await toOpenAiResponses({ tools: [modelTool({ description })], call });
  expect(tools[0]?.description).toHaveLength(1_024);
  expect(report[0]?.changes.map(({ code }) => code)).toEqual(['description']);
  expect((await toAnthropic({ tools: [modelTool({ description })], call })).tools[0]?.description).toBe(description);
  const aiSdk = await toAiSdk({ tools: [modelTool({ description })], call }, { jsonSchema: (schema) => schema });
  expect(aiSdk.tools['Calculator_Add']?.description).toHaveLength(1_024);
});

test('a truncated description ends with a whole character', async () => {
  const tools = [modelTool({ description: `${'x'.repeat(1_022)}😀 and more` })];
  const { tools: sent } = await toOpenAiChat({ tools, call });
  expect(sent[0]?.function.description).toBe(`${'x'.repeat(1_022)}…`);
});

describe('strict mode', () => {
  const strictChat = async (inputSchema: ModelTool['inputSchema']) => {
    const { tools, report } = await toOpenAiChat({ tools: only(inputSchema), call }, { strict: 'auto' });
    return {
      ...tools[0]?.function,
      why: report[0]?.changes.flatMap(({ code, message }) => (code === 'not_strict' ? [message] : [])),
    };
  };

  test('closes objects, and uses null for optional properties', async () => {
    const inputSchema = objectOf({ q: text, limit: { type: 'integer', description: 'At most.', default: 10 } }, 'q');
    const { strict, parameters, why } = await strictChat(inputSchema);
    expect({ strict, why }).toEqual({ strict: true, why: [] });
    expect(parameters).toEqual({
      type: 'object',
      properties: {
        q: text,
        limit: { description: 'At most. (default: 10)', anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      required: ['q', 'limit'],
      additionalProperties: false,
    });
    expect(findStrictProblems(parameters ?? {}, openAiStrict)).toEqual([]);
  });

  test('removes only the nulls that stand for absent properties', async () => {
    const inner = objectOf({ x: text, y: { anyOf: [text, { type: 'null' }] } }, 'y');
    const inputSchema = objectOf({ q: text, list: { type: 'array', items: inner } }, 'q');
    const caller = scriptedCaller();
    const apiTools = await toOpenAiChat({ tools: only(inputSchema), call: caller.call }, { strict: 'auto' });
    const input = {
      q: 'a',
      list: [
        { x: null, y: null },
        { x: 'b', y: 'c' },
      ],
    };
    const sent = (value: object) => [
      { id: '1', function: { name: 'Calculator_Add', arguments: JSON.stringify(value) } },
    ];
    await apiTools.answer(sent(input));
    await apiTools.answer(sent({ q: 'a', list: null }));
    expect(caller.receivedCalls.map((received) => received.input)).toEqual([
      { q: 'a', list: [{ y: null }, { x: 'b', y: 'c' }] },
      { q: 'a' },
    ]);
  });

  test.each([
    [objectOf({ x: { anyOf: [text, { type: 'null' }] } }), 'is optional and may be null'],
    [objectOf({ x: { ...text, minLength: 3 } }, 'x'), "does not support 'minLength'"],
    [objectOf({ x: {} }, 'x'), 'values of any type'],
    [objectOf({ x: { type: 'object', additionalProperties: text } }, 'x'), 'additional properties'],
    [{ ...objectOf({ x: text }, 'x'), additionalProperties: true }, 'additional properties'],
    [objectOf({ x: { type: 'array' } }, 'x'), "lists without 'items'"],
    [objectOf({ x: { ...text, format: 'uri' } }, 'x'), "the format 'uri'"],
    [objectOf({ x: { oneOf: [text, { ...text, pattern: 'a' }] } }, 'x'), "does not support 'oneOf'"],
    [objectOf({ x: { allOf: [objectOf({ y: text }, 'y')] } }, 'x'), "The replacement of 'allOf'"],
    [objectOf({ x: { ...text, pattern: '^(?!a)' } }, 'x'), 'lookarounds'],
  ])('is off if it would lose information: %j', async (inputSchema, why) => {
    const apiTools = await strictChat(inputSchema);
    expect(apiTools.strict).toBeUndefined();
    expect(apiTools.why).toEqual([expect.stringContaining(why)]);
  });

  const stringsOf = (length: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(index).padStart(length, 'x'));
  const tooLarge = 'The enum has 251 values with 15060 characters. Strict mode allows at most 15000 above 250 values.';
  test.each([
    ['251 long strings', stringsOf(60, 251), [tooLarge]],
    ['250 long strings', stringsOf(61, 250), []],
    ['300 short strings', stringsOf(50, 300), []],
    ['1,000 numbers', stringsOf(0, 1_000).map((digits) => 10 ** 15 + Number(digits)), []],
  ])('limits the characters of an enum with many strings: %s', async (_size, values, why) => {
    const schema = { ...objectOf({ x: { enum: values } }, 'x'), additionalProperties: false };
    expect((await strictChat(schema)).why).toEqual(why);
    expect(findStrictProblems(schema, anthropicStrict)).toEqual([]);
  });

  test.each([
    ['an escaped parenthesis', String.raw`^\(?=1$`, openAiStrict],
    ['an escaped backslash', String.raw`^C:\\bin$`, anthropicStrict],
  ])('accepts %s in a pattern: %s', (_what, pattern, rules) => {
    const schema = { ...objectOf({ x: { ...text, pattern } }, 'x'), additionalProperties: false };
    expect(findStrictProblems(schema, rules)).toEqual([]);
  });

  test('accepts oneOf if the schemas are disjoint', async () => {
    const form = (kind: string) => objectOf({ kind: { const: kind }, [kind]: text }, 'kind', kind);
    const { strict, parameters } = await strictChat(
      objectOf({ to: { oneOf: [form('email'), form('sms'), { type: 'null' }] } }, 'to'),
    );
    expect(strict).toBe(true);
    expect(parameters).toHaveProperty('properties.to.anyOf.1.properties.kind', { type: 'string', enum: ['sms'] });
  });

  test('follows the rules of Anthropic: optional properties stay optional, and the formats differ', async () => {
    const strict = (inputSchema: ModelTool['inputSchema']) =>
      toAnthropic({ tools: only(inputSchema), call }, { strict: 'auto' });
    const apiTools = (await strict(objectOf({ q: { ...text, format: 'uri' }, r: text }, 'q'))).tools[0];
    expect(apiTools).toMatchObject({ strict: true, input_schema: { required: ['q'], additionalProperties: false } });
    expect(findStrictProblems(apiTools?.input_schema ?? {}, anthropicStrict)).toEqual([]);
    expect((await strict(objectOf({ n: { type: 'integer', minimum: 1 } }, 'n'))).tools[0]?.strict).toBeUndefined();
  });

  test('is on for as many tools of a request as Anthropic accepts', async () => {
    const tools = Array.from({ length: 22 }, (_, index) =>
      modelTool({ id: `Tool.Number${index}`, name: `tool_${index}` }),
    );
    const { report } = await toAnthropic({ tools, call }, { strict: 'auto' });
    expect(report.filter(({ strict }) => strict)).toHaveLength(20);
    expect(report[21]?.changes).toEqual([expect.objectContaining({ code: 'not_strict' })]);
  });

  test('is off for a tool that exceeds the limits of Anthropic without others, with this reason in the report', async () => {
    const properties = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`field${index}`, text]));
    const { report } = await toAnthropic({ tools: only(objectOf(properties)), call }, { strict: 'auto' });
    expect(report[0]?.changes).toEqual([
      expect.objectContaining({
        code: 'not_strict',
        message: 'The tool has more optional fields or unions than one request may have.',
      }),
    ]);
  });

  test('is off by default', async () => {
    expect((await toOpenAiChat({ tools: [modelTool()], call })).tools[0]?.function).not.toHaveProperty('strict');
    expect((await toOpenAiResponses({ tools: [modelTool()], call })).tools[0]?.strict).toBe(false);
  });
});
