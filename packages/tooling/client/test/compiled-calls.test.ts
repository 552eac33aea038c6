import { compilers, errorsOf } from '@toolwire/programs/compilers';
import { expect, test } from 'vitest';

const head = [
  "import { defineTool, defineToolkit } from '@toolwire/core';",
  "import { createCaller, createToolServer } from '@toolwire/server';",
  "import { compileInput } from '@toolwire/validate';",
  "import { z } from 'zod';",
  "import { createClient } from '../../src/index.ts';",
  "const numbers = z.object({ a: z.number(), b: z.number() }); const about = { version: '1.0.0', description: 'Tells.' } as const;",
  "const add = defineTool({ id: 'Calculator.Add', ...about, input: numbers, output: z.number(), run: ({ a, b }) => a + b });",
  "const when = defineTool({ id: 'Clock.When', ...about, version: '1.2.3', output: z.object({ at: z.date() }), run: () => ({ at: new Date() }) });",
  "const server = createToolServer({ wires: [], tools: [defineToolkit({ name: 'Calculator', tools: [add] }), when] });",
  "const client = createClient<typeof server>({ url: 'https://tools.example.com' }); const untyped = createClient({ url: 'https://tools.example.com' }); const call = createCaller<typeof server>(server);",
  'const text = (given: string) => given; const date = (given: Date) => given;',
];

const knownNames = '"Calculator.Add" | "Calculator.Add@1" | "Calculator.Add@1.0.0" | "Clock.When" | "Clock.When@1.2.3"';
const noSuchName = (name: string) =>
  `Argument of type '"${name}"' is not assignable to parameter of type '${knownNames}'.`;
const textForNumber = "Type 'string' is not assignable to type 'number'.";

/** Each mistake, and the last line of the compiler error. */
const mistakes: readonly (readonly [line: string, said: string])[] = [
  ["await client.call('Calculator.Ad', { a: 1, b: 2 });", noSuchName('Calculator.Ad')],
  ["await client.call('Calculator.Add@2.0.0', { a: 1, b: 2 });", noSuchName('Calculator.Add@2.0.0')],
  ["await client.call('Clock.When@1');", noSuchName('Clock.When@1')],
  ["await client.call('Calculator.Add', { a: 1, b: '2' });", textForNumber],
  [
    "await client.call('Calculator.Add', { a: 1 });",
    "Property 'b' is missing in type '{ a: number; }' but required in type '{ a: number; b: number; }'.",
  ],
  [
    "await client.call('Calculator.Add', { a: 1, b: 2, c: 3 });",
    "Object literal may only specify known properties, and 'c' does not exist in type '{ a: number; b: number; }'.",
  ],
  ["await client.call('Calculator.Add');", 'Expected 2-3 arguments, but got 1.'],
  ["await client.tools.Calculator.Add({ a: 1, b: '2' });", textForNumber],
  [
    'await client.tools.Calculator.Ad({ a: 1, b: 2 });',
    `Property 'Ad' does not exist on type '{ readonly Add: ToolMethod<CallOf<DefinedTool<{ a: number; b: number; }, number, { a: number; b: number; }, number, "Calculator.Add", "1.0.0">>>; }'.`,
  ],
  [
    'await client.tools.Calendar.Add({ a: 1, b: 2 });',
    `Property 'Calendar' does not exist on type 'ToolMethods<CallsOf<ToolServer<(DefinedTool<Record<string, never>, { at: Date; }, Record<string, never>, { at: Date; }, "Clock.When", "1.2.3"> | Toolkit<DefinedTool<{ a: number; b: number; }, ... 4 more ..., "1.0.0">[]>)[]>, ToolsByName<...>>>'.`,
  ],
  ["await untyped.call<typeof add>('Calculator.Add', { a: '1', b: 2 });", textForNumber],
  [
    "{ const result = await client.call('Calculator.Add', { a: 1, b: 2 }); result.value; }",
    "Property 'value' does not exist on type 'FailedResult'.",
  ],
  [
    "{ const result = await client.call('Clock.When'); if (result.kind === 'value') date(result.value.at); }",
    "Argument of type 'string' is not assignable to parameter of type 'Date'.",
  ],
  ["await call('Calculator.Ad', { a: 1, b: 2 });", noSuchName('Calculator.Ad')],
  ["await call('Calculator.Add', { a: 1, b: '2' });", textForNumber],
  [
    "text(await call.value('Calculator.Add', { a: 1, b: 2 }));",
    "Argument of type 'number' is not assignable to parameter of type 'string'.",
  ],
  [
    '{ const checked = await compileInput(numbers).check({}); if (checked.ok) text(checked.value.a); }',
    "Argument of type 'number' is not assignable to parameter of type 'string'.",
  ],
  [
    '{ const checked = await compileInput(numbers).check({}); checked.value; }',
    "Property 'value' does not exist on type '{ readonly ok: false; readonly message: string; readonly parameterErrors: Readonly<Record<string, string>>; }'.",
  ],
];

const sound: readonly string[] = [
  "await client.call('Calculator.Add', { a: 1, b: 2 });",
  "await client.call('Calculator.Add@1', { a: 1, b: 2 }, { timeoutMs: 5_000 });",
  'await client.tools.Calculator.Add({ a: 1, b: 2 });',
  "await client.call('Clock.When@1.2.3'); await client.tools.Clock.When();",
  "{ const result = await client.call('Clock.When'); if (result.kind === 'value') text(result.value.at); }",
  "(await call.value('Calculator.Add', { a: 1, b: 2 })).toFixed();",
  '{ const checked = await compileInput(numbers).check({}); if (checked.ok) checked.value.a.toFixed(); }',
  "createClient({ url: 'https://tools.example.com', auth: undefined, retry: undefined, fetch: undefined });",
];

/** The native compiler lists the members of a union in another order. */
function inOrder(text: string): string {
  return text.replaceAll(/"[^"]*"(?: \| "[^"]*")+/g, (union) => union.split(' | ').toSorted().join(' | '));
}

// In one run, because the compilers read all imported sources.
test.each(compilers)(
  'an invalid call gets the error %s that names the problem, and a valid call compiles',
  (compiler) => {
    const lines = [...mistakes.map(([line]) => line), ...sound];
    const errors = errorsOf(compiler, import.meta.url, head, lines).map((texts) => texts.map(inOrder));
    expect(errors).toEqual([...mistakes.map(([, text]) => [text]), ...sound.map(() => [])]);
  },
);
