import { compilers, errorsOf } from '@toolwire/programs/compilers';
import { expect, test } from 'vitest';

const head = [
  "import { artifact, content, defineTool, image, type JsonValue } from '../../src/index.ts';",
  "import { z } from 'zod';",
  "const about = { id: 'A.B', version: '1.0.0', description: 'Tells.' } as const;",
  'interface Order { readonly id: string; readonly sent?: Date; readonly lines: readonly { readonly count: number }[] }',
  'declare const order: Order; declare const json: JsonValue; declare const anything: unknown; declare const bytes: Uint8Array;',
];

/** Each mistake, and the last line of the compiler error. */
const mistakes: readonly (readonly [line: string, said: string])[] = [
  [
    "defineTool({ ...about, id: 'Add', run: () => 1 });",
    `Type '"Add"' is not assignable to type '"'Add' is not a tool ID: write Toolkit.Tool, such as 'Calculator.Add'"'.`,
  ],
  [
    "defineTool({ ...about, id: 'Calculator.Add-up', run: () => 1 });",
    `Type '"Calculator.Add-up"' is not assignable to type '"'Calculator.Add-up' is not a tool ID: write Toolkit.Tool, two names of letters, digits and _, such as 'Calculator.Add'"'.`,
  ],
  [
    "defineTool({ ...about, id: 'Calculator.Add@1.0.0', run: () => 1 });",
    `Type '"Calculator.Add@1.0.0"' is not assignable to type '"'Calculator.Add@1.0.0' has a version in it: write the ID without it, and the version into \`version\`"'.`,
  ],
  [
    "defineTool({ ...about, version: '1.0', run: () => 1 });",
    `Type '"1.0"' is not assignable to type '"'1.0' is not a tool version: write three numbers, such as '1.0.0'"'.`,
  ],
  [
    "defineTool({ ...about, version: '1.0.0-beta', run: () => 1 });",
    `Type '"1.0.0-beta"' is not assignable to type '"'1.0.0-beta' is not a tool version: write only three numbers, such as '1.0.0'"'.`,
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
    `Type 'Map<number, number>' is not assignable to type '"A Map is not valid JSON: return Object.fromEntries(map)"'.`,
  ],
  [
    'defineTool({ ...about, run: () => ({ found: new Set([1]) }) });',
    `Type 'Set<number>' is not assignable to type '"A Set is not valid JSON: return [...set]"'.`,
  ],
  [
    'defineTool({ ...about, run: async () => BigInt(5) });',
    `Type 'bigint' is not assignable to type '"A bigint is not valid JSON: return a number, or its digits as a string"'.`,
  ],
  [
    'defineTool({ ...about, run: function* () { yield 1; } });',
    `Type 'Generator<number, void, unknown>' is not assignable to type 'MaybePromise<"A generator is not valid JSON: return an array of its values, or artifact({ body: generator })">'.`,
  ],
  [
    'defineTool({ ...about, run: async function* () { yield 1; } });',
    `Type 'AsyncGenerator<number, void, unknown>' is not assignable to type 'MaybePromise<"A generator is not valid JSON: return an array of its values, or artifact({ body: generator })">'.`,
  ],
  [
    'defineTool({ ...about, run: () => [bytes] });',
    `Type 'Uint8Array<ArrayBufferLike>' is not assignable to type '"Bytes are not valid JSON: return content(image(bytes, type)), artifact({ body: bytes }) or base64"'.`,
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

test.each(compilers)(
  'an invalid definition gets the error %s with a fix, and a valid definition compiles',
  (compiler) => {
    const lines = [...mistakes.map(([line]) => line), ...sound];
    const said = errorsOf(compiler, import.meta.url, head, lines);
    expect(said).toEqual([...mistakes.map(([, text]) => [text]), ...sound.map(() => [])]);
  },
);
