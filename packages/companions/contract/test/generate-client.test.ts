import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import ts from 'typescript';
import ts59 from 'typescript59';
import { describe, expect, it } from 'vitest';
import { writeType } from '../src/generate/write-type.ts';
import { generateClient, type JsonSchema } from '../src/index.ts';
import { add, greet } from './listings.ts';
import { schemas } from './schema-arbitrary.ts';

/** One tool whose schemas have all that types have words for. */
const search = {
  id: 'Search.Find@2.1.0',
  version: '2.1.0',
  description: 'Finds things.\nNot */ everything.',
  input_schema: {
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'What to look for.', maxLength: 100 },
        limit: { type: 'integer', default: 10 },
        sort: { enum: ['newest', 'oldest'] },
        'not-a-word': { type: ['boolean', 'null'] },
        where: {
          anyOf: [
            {
              type: 'object',
              properties: { city: { type: 'string' } },
              required: ['city'],
              additionalProperties: false,
            },
            { type: 'array', items: { type: 'number' } },
          ],
        },
        old: { type: 'string', deprecated: true },
      },
      required: ['text'],
      additionalProperties: false,
    },
  },
  output_schema: {
    type: 'object',
    properties: {
      found: { type: 'array', items: { $ref: '#/$defs/thing' } },
      more: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['found'],
    $defs: {
      thing: {
        type: 'object',
        properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/$defs/thing' } } },
        required: ['name'],
      },
    },
  },
};
const nothing = { ...greet('1.0.0'), id: 'Greeter.Forget@1.0.0', output_schema: null };
const listing = {
  tools: [search, add('1.0.0'), add('1.1.0', { inputs: { a: 'number', b: 'number', c: 'string' } }), nothing],
};

const isAll = process.env['TEST_SCOPE'] === 'all';

describe('generateClient', () => {
  // The file is compiled with all tests, and `generated-client.test.ts` says what must compile with it, and what not.
  it('writes a client by which the right calls compile', async () => {
    await expect(generateClient(listing)).toMatchFileSnapshot('./generated/tools.ts');
  });

  it('writes the same for the same tools, whatever their order', () => {
    const reversed = { tools: [...listing.tools].reverse() };
    expect(generateClient(reversed)).toBe(generateClient(listing));
    expect(generateClient(listing)).toBe(generateClient(structuredClone(listing)));
  });

  it('keeps tools apart whose names are the same as types', () => {
    const named = (id: string) => ({ ...add('1.0.0'), id: `${id}@1.0.0` });
    const text = generateClient({ tools: [named('A.Bc'), named('A.bc'), named('Server.Tools')] });
    expect(errorsIn(alone(text))).toEqual([]);
    expect(text).toContain('interface ABc2 ');
    expect(text).toContain('interface ServerTools2 ');
  });

  it.each([
    ['6', ts],
    // A compiler of its own, for `npm test -- --all`.
    ...(isAll ? ([['5.9', ts59 as unknown as typeof ts]] as const) : []),
  ] as const)(
    'writes what compiles under TypeScript %s, strict and with exact optional properties, where a wrong input does not',
    (version, compiler) => {
      expect(compiler.version.startsWith(version)).toBe(true);
      const use = (input: string): string =>
        `${alone(generateClient(listing))}\nexport const input: SearchFindInput = ${input};\n`;
      expect(errorsIn(use(`{ text: 'a', limit: 1, where: { city: 'Rome' }, 'not-a-word': null }`), compiler)).toEqual(
        [],
      );
      expect(errorsIn(use(`{ text: 1 }`), compiler)).toHaveLength(1);
      expect(errorsIn(use(`{ text: 'a', limt: 1 }`), compiler)).toHaveLength(1);
    },
  );

  it('says what cannot be called', () => {
    expect(() => generateClient({ tools: [{ id: 'add', version: '' }] })).toThrow('`add` has no version');
    expect(() => generateClient({})).toThrow('A listing is the JSON of GET /tools');
  });

  it('lets nothing that a server says end a comment or a text', () => {
    const hostile = '*/ export const x = 1; /* \u2028 \u001b \' " ` ${x}';
    const tool = { ...search, description: hostile, output_schema: { const: hostile, description: hostile } };
    const text = generateClient({
      tools: [
        {
          ...tool,
          input_schema: {
            parameters: { type: 'object', properties: { [hostile]: { enum: [hostile], description: hostile } } },
          },
        },
      ],
    });
    const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022);
    expect(source.statements.some((statement) => ts.isVariableStatement(statement))).toBe(false);
    expect(text).not.toMatch(/[\u2028\u001b]/);
  });
});

/** A client that imports nothing. */
function alone(text: string): string {
  const declared =
    'type CallsOf<A> = A; type ClientOptions = object; type TypedClient<A> = A; declare function createClient<A>(options: object): A;';
  return text.replaceAll(/^import.*$/gm, declared);
}

/** What a compiler says of a text that imports nothing. */
function errorsIn(text: string, compiler: typeof ts = ts): readonly string[] {
  const file = '/text.ts';
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
    target: compiler.ScriptTarget.ES2022,
  };
  const host = compiler.createCompilerHost(options);
  const program = compiler.createProgram([file], options, {
    ...host,
    fileExists: (path) => path === file || host.fileExists(path),
    readFile: (path) => (path === file ? text : host.readFile(path)),
    getSourceFile: (path, language) =>
      path === file ? compiler.createSourceFile(path, text, language) : host.getSourceFile(path, language),
  });
  return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map(
    ({ messageText, start }) =>
      `${text.slice(0, start).split('\n').length}: ${compiler.flattenDiagnosticMessageText(messageText, '\n')}\n${text.split('\n')[text.slice(0, start).split('\n').length - 1]}`,
  );
}

const ajv = new Ajv2020({ strict: false, logger: false });

/** Values of every kind, of which some fit most schemas. */
const values: readonly unknown[] = [
  'a',
  'ab',
  '',
  0,
  1,
  2,
  0.5,
  true,
  null,
  [],
  [0],
  ['a'],
  [0, 'a', 1],
  [[]],
  [{ a: 1 }],
  {},
  { a: 0 },
  { a: 'a' },
  { a: 'ab', b: 1 },
  { a: null, b: true, x1: 2 },
  { b: [] },
  { a: { a: 1 } },
  // With a member that most name: the compiler takes an object without any for a mistake.
  { a: 'a', x1: 'a' },
];

/** Who writes properties means an object. */
function withTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withTypes(part)]));
  return 'properties' in inner && !('type' in inner) ? { ...inner, type: 'object' } : inner;
}

describe('the types of generated clients', () => {
  const count = isAll ? 1000 : 20;
  it(`take every valid value, of ${count} schemas`, () => {
    const some = fc.sample(schemas, { numRuns: count, seed: 18 }).map((schema) => withTypes(schema) as JsonSchema);
    const lines = some.flatMap((schema, at) => {
      const check = ajv.compile(schema);
      const fitting = values.filter((value) => check(value));
      let names = 0;
      const { type, named } = writeType(
        schema,
        'sent',
        (hint) => `N${at}_${hint.replaceAll(/\W/g, '')}${(names += 1)}`,
      );
      return [
        `type T${at} = ${type};`,
        ...named.map((each) => `type ${each.name} = ${each.type};`),
        // Not as literals where they are taken: for these a type also says which names nobody meant.
        ...fitting.map(
          (value, number) =>
            `const v${at}_${number} = ${JSON.stringify(value)}${value === null ? '' : ' as const'}; const t${at}_${number}: T${at} = v${at}_${number};`,
        ),
      ];
    });
    expect(lines.length).toBeGreaterThan(count * 5);
    expect(errorsIn(lines.join('\n'))).toEqual([]);
  });
});
