import { schemas } from '@toolwire/internal/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import ts from 'typescript';
import ts59 from 'typescript59';
import { describe, expect, it } from 'vitest';
import { writeType } from '../src/generate/write-type.ts';
import { generateClient, type JsonSchema } from '../src/index.ts';
import { add } from './listings.ts';
import { listing } from './search-listing.ts';

const isAll = process.env['TEST_SCOPE'] === 'all';

describe('the output of generateClient', () => {
  it('distinguishes tools with the names of types', () => {
    const named = (id: string) => ({ ...add('1.0.0'), id: `${id}@1.0.0` });
    const text = generateClient({ tools: [named('A.Bc'), named('A.bc'), named('Server.Tools')] });
    expect(errorsIn(alone(text))).toEqual([]);
    expect(text).toContain('interface ABc2 ');
    expect(text).toContain('interface ServerTools2 ');
  });

  it('compiles for JSON, which contains itself in lists and maps', () => {
    const json = {
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        { type: 'array', items: { $ref: '#/$defs/json' } },
        { type: 'object', additionalProperties: { $ref: '#/$defs/json' } },
      ],
    };
    const tool = { ...add('1.0.0'), output_schema: { $ref: '#/$defs/json', $defs: { json } } };
    expect(errorsIn(alone(generateClient({ tools: [tool] })))).toEqual([]);
  });

  it.each([
    ['6', ts],
    // A separate compiler, for `npm test -- --all`.
    ...(isAll ? ([['5.9', ts59 as unknown as typeof ts]] as const) : []),
  ] as const)(
    'compiles under TypeScript %s, strict and with exact optional properties, and rejects a wrong input',
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
});

/** A client that imports nothing. */
function alone(text: string): string {
  const declared =
    'type CallsOf<A> = A; type ClientOptions = object; type TypedClient<A> = A; declare function createClient<A>(options: object): A;';
  return text.replaceAll(/^import.*$/gm, declared);
}

/** The compiler errors of source code without imports. */
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

/** Values of every type, some of which are valid for most schemas. */
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

/** A schema with properties is meant for objects. */
function withTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withTypes(part)]));
  return 'properties' in inner && !('type' in inner) ? { ...inner, type: 'object' } : inner;
}

describe('the types of generated clients', () => {
  const count = isAll ? 1000 : 20;
  it(`accept every valid value, of ${count} schemas`, () => {
    const some = fc.sample(schemas, { numRuns: count, seed: 18 }).map((schema) => withTypes(schema) as JsonSchema);
    const lines = some.flatMap((schema, at) => {
      const check = ajv.compile(schema);
      const fitting = values.filter((value) => check(value));
      let names = 0;
      const { type, named } = writeType(
        schema,
        'input',
        (hint) => `N${at}_${hint.replaceAll(/\W/g, '')}${(names += 1)}`,
      );
      return [
        `type T${at} = ${type};`,
        ...named.map((each) => `type ${each.name} = ${each.type};`),
        // Not as literals, because TypeScript rejects unknown properties of literals.
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
