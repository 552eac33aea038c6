import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const head = [
  "import { artifact, content, defineTool, image, type JsonValue } from '../../src/index.ts';",
  "import { z } from 'zod';",
  "const about = { id: 'A.B', version: '1.0.0', description: 'Tells.' } as const;",
  'interface Order { readonly id: string; readonly sent?: Date; readonly lines: readonly { readonly count: number }[] }',
  'declare const order: Order; declare const json: JsonValue; declare const anything: unknown; declare const bytes: Uint8Array;',
];

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2023', 'DOM'],
  types: [],
  customConditions: ['@toolwire/source'],
  allowImportingTsExtensions: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Compiles lines beside this file, all at once; tells the last line of what is wrong with each. */
function errorsOf(compiler: string, lines: readonly string[]): readonly string[][] {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = mkdtempSync(join(here, 'compiled-'));
  try {
    writeFileSync(join(folder, 'lines.ts'), [...head, ...lines].join('\n'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['lines.ts'] }));
    const program = join(dirname(createRequire(import.meta.url).resolve(`${compiler}/package.json`)), 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [program, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    return lines.map((_line, index) => saidOf(stdout, head.length + index + 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function saidOf(output: string, line: number): string[] {
  return output
    .split(/\n(?=\S)/)
    .filter((one) => one.includes(`lines.ts(${line},`))
    .map(
      (one) =>
        one
          .trimEnd()
          .split('\n')
          .at(-1)
          ?.replace(/^.*error TS\d+: /, '')
          .trim() ?? '',
    );
}

/** Each mistake, and the last line of what the compiler says of it. */
const mistakes: readonly (readonly [line: string, said: string])[] = [
  [
    "defineTool({ ...about, id: 'Add', run: () => 1 });",
    `Type '"Add"' is not assignable to type '"'Add' is no tool id: write Toolkit.Tool, such as 'Calculator.Add'"'.`,
  ],
  [
    "defineTool({ ...about, id: 'Calculator.Add-up', run: () => 1 });",
    `Type '"Calculator.Add-up"' is not assignable to type '"'Calculator.Add-up' is no tool id: write Toolkit.Tool, two names of letters, digits and _, such as 'Calculator.Add'"'.`,
  ],
  [
    "defineTool({ ...about, id: 'Calculator.Add@1.0.0', run: () => 1 });",
    `Type '"Calculator.Add@1.0.0"' is not assignable to type '"'Calculator.Add@1.0.0' has a version in it: write the id alone, and the version into \`version\`"'.`,
  ],
  [
    "defineTool({ ...about, version: '1.0', run: () => 1 });",
    `Type '"1.0"' is not assignable to type '"'1.0' is no version of a tool: write three numbers, such as '1.0.0'"'.`,
  ],
  [
    "defineTool({ ...about, version: '1.0.0-beta', run: () => 1 });",
    `Type '"1.0.0-beta"' is not assignable to type '"'1.0.0-beta' is no version of a tool: write three numbers alone, such as '1.0.0'"'.`,
  ],
  [
    "defineTool({ ...about, requirements: { secrets: [{ id: 'K' }] }, run: (_input, { secret }) => secret('L') });",
    `Argument of type '"L"' is not assignable to parameter of type '"K"'.`,
  ],
  [
    "defineTool({ ...about, run: (_input, { secret }) => secret('K') });",
    `Argument of type '"K"' is not assignable to parameter of type '"The tool declares no secret: add requirements: { secrets: [{ id: '…' }] }"'.`,
  ],
  [
    "defineTool({ ...about, run: (_input, { token }) => token('google') });",
    `Argument of type '"google"' is not assignable to parameter of type '"The tool declares no provider: add requirements: { authorization: [{ id: '…' }] }"'.`,
  ],
  ['defineTool({ ...about, run: (_input, { userId }) => userId.length });', "'userId' is possibly 'undefined'."],
  [
    'defineTool({ ...about, run: () => ({ found: new Map([[1, 2]]) }) });',
    `Type 'Map<number, number>' is not assignable to type '"A Map is no JSON: return Object.fromEntries(map)"'.`,
  ],
  [
    'defineTool({ ...about, run: () => ({ found: new Set([1]) }) });',
    `Type 'Set<number>' is not assignable to type '"A Set is no JSON: return [...set]"'.`,
  ],
  [
    'defineTool({ ...about, run: async () => BigInt(5) });',
    `Type 'bigint' is not assignable to type '"A bigint is no JSON: return a number, or its digits as a text"'.`,
  ],
  [
    'defineTool({ ...about, run: function* () { yield 1; } });',
    `Type 'Generator<number, void, unknown>' is not assignable to type 'MaybePromise<"A generator is no JSON: return a list of what it gives, or artifact({ body: generator })">'.`,
  ],
  [
    'defineTool({ ...about, run: async function* () { yield 1; } });',
    `Type 'AsyncGenerator<number, void, unknown>' is not assignable to type 'MaybePromise<"A generator is no JSON: return a list of what it gives, or artifact({ body: generator })">'.`,
  ],
  [
    'defineTool({ ...about, run: () => [bytes] });',
    `Type 'Uint8Array<ArrayBufferLike>' is not assignable to type '"Bytes are no JSON: return content(image(bytes, type)), artifact({ body: bytes }) or base64"'.`,
  ],
  [
    "defineTool({ ...about, input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }, run: ({ a }) => a.length });",
    "Property 'length' does not exist on type 'number'.",
  ],
  [
    "defineTool({ ...about, output: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }, run: () => ({ sum: '15' }) });",
    "Type 'string' is not assignable to type 'number'.",
  ],
  [
    "defineTool({ ...about, output: z.object({ at: z.date() }), run: () => ({ at: 'today' }) });",
    "Type 'string' is not assignable to type 'Date'.",
  ],
];

const sound: readonly string[] = [
  'declare const id: string; defineTool({ ...about, id, version: id, run: () => 1 });',
  "defineTool({ ...about, version: '12.0.345', run: () => undefined });",
  "defineTool({ ...about, requirements: { secrets: [{ id: 'K' }, { id: 'L' }], authorization: [{ id: 'g' }], userId: true }, run: (_input, { secret, token, userId }) => secret('K').length + secret('L').length + token('g').length + userId.length });",
  'defineTool({ ...about, run: () => order });',
  'defineTool({ ...about, run: async () => [order, null, new Date()] });',
  'defineTool({ ...about, run: () => json });',
  'defineTool({ ...about, run: () => anything });',
  'defineTool({ ...about, run: () => { throw new Error(); } });',
  "defineTool({ ...about, run: () => content('A chart', image(bytes, 'image/png')) });",
  "defineTool({ ...about, run: () => artifact({ contentType: 'text/csv', description: 'All', body: bytes }) });",
  'defineTool({ ...about, output: z.object({ at: z.date() }), run: () => ({ at: new Date() }) });',
  'defineTool({ ...about, output: null, run: () => {} });',
];

// The native one is the quickest; the others take seconds each.
const compilers =
  process.env['TEST_SCOPE'] === 'all' ? ['@typescript/native', 'typescript', 'typescript59'] : ['@typescript/native'];

describe.each(compilers)('to %s', (compiler) => {
  test('what is wrong in a definition is said in words that tell what to write', () => {
    const said = errorsOf(
      compiler,
      mistakes.map(([line]) => line),
    );
    expect(said).toEqual(mistakes.map(([, text]) => [text]));
  }, 280_000);

  test('what a tool may well do compiles', () => {
    expect(errorsOf(compiler, sound)).toEqual(sound.map(() => []));
  }, 280_000);
});
