import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  type DefinedTool,
  defineTool,
  isToolDefinition,
  type JsonSchema,
  type ToolContext,
  type ToolDefinition,
} from '../src/index.ts';
import type { DeclaredContext } from '../src/tool/tool-context.ts';

const about = { id: 'Calculator.Add', version: '1.0.0', description: 'Adds two numbers.' } as const;

/** The package as a second copy of it would load: new functions, the same registry of symbols. */
async function secondCopy(): Promise<typeof import('../src/tool/define-tool.ts')> {
  const url = new URL('../src/tool/define-tool.ts?copy', import.meta.url).href;
  return (await import(url)) as typeof import('../src/tool/define-tool.ts');
}

describe('defineTool', () => {
  it('keeps a definition as its author wrote it', () => {
    const spec = { ...about, timeoutMs: 500, annotations: { readOnly: true }, run: () => 3 };
    const tool = defineTool(spec);

    expect(tool).toEqual(spec);
    expect(tool.run({}, {} as ToolContext)).toBe(3);
    expect(JSON.parse(JSON.stringify(tool))).toEqual({ ...about, timeoutMs: 500, annotations: { readOnly: true } });
  });

  it('does not change the given object', () => {
    const spec = Object.freeze({ ...about, run: () => 3 });
    defineTool(spec);

    expect(isToolDefinition(spec)).toBe(false);
  });

  it('types the input by its schema, after defaults and transforms', () => {
    const tool = defineTool({
      ...about,
      input: z.object({ a: z.number(), b: z.number().default(1), unit: z.string().transform((text) => text.length) }),
      output: z.number(),
      run: (input, context) => {
        expectTypeOf(input).toEqualTypeOf<{ a: number; b: number; unit: number }>();
        expectTypeOf(context).toEqualTypeOf<DeclaredContext<never, never, false>>();
        expectTypeOf(context).toExtend<ToolContext>();
        return input.a + input.b;
      },
    });

    expectTypeOf(tool).toExtend<ToolDefinition<{ a: number; b: number; unit: number }, number>>();
    expect(tool.run({ a: 1, b: 2, unit: 3 }, {} as ToolContext)).toBe(3);
  });

  it('derives the types of callers, before defaults and transforms, and of results', () => {
    const tool = defineTool({
      ...about,
      input: z.object({ a: z.number().default(1), unit: z.string().transform((text) => text.length) }),
      output: z.string().default('none'),
      run: () => undefined,
    });
    const nothing = defineTool({ ...about, output: null, run: () => {} });

    expectTypeOf(tool).toEqualTypeOf<
      DefinedTool<
        { a: number; unit: number },
        string | undefined,
        { a?: number | undefined; unit: string },
        string,
        typeof about.id,
        typeof about.version
      >
    >();
    expectTypeOf(nothing).toEqualTypeOf<
      DefinedTool<Record<string, never>, void, Record<string, never>, void, typeof about.id, typeof about.version>
    >();
  });

  it('types the result by the input type of the output schema', () => {
    defineTool({ ...about, output: z.string().default('none'), run: () => undefined });
    defineTool({ ...about, output: z.number(), run: async () => 3 });
    // @ts-expect-error a string is not a number
    defineTool({ ...about, output: z.number(), run: () => 'three' });
    // @ts-expect-error nor is a promise of one
    defineTool({ ...about, output: z.number(), run: async () => 'three' });
  });

  it('types the input of a JSON Schema that the compiler cannot read as an object of unknown values', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'number', description: 'A number.' } } };
    defineTool({
      ...about,
      input: schema,
      output: { type: 'number' },
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        return Number(input['a']);
      },
    });
  });

  it('gives a tool without an input schema an object with nothing to read', () => {
    defineTool({
      ...about,
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<Record<string, never>>();
        return 3;
      },
    });
  });

  it('lets a tool with the output null return nothing', () => {
    const tool = defineTool({ ...about, output: null, run: () => {} });
    defineTool({ ...about, output: null, run: async () => {} });
    // @ts-expect-error its definition declares that it returns nothing
    defineTool({ ...about, output: null, run: () => 3 });

    expect(tool.output).toBeNull();
  });

  it('rejects a definition without fields that every protocol publishes', () => {
    // @ts-expect-error no description
    defineTool({ id: 'Calculator.Add', version: '1.0.0', run: () => 3 });
    // @ts-expect-error no version
    defineTool({ id: 'Calculator.Add', description: 'Adds.', run: () => 3 });
  });
});

describe('defineTool names the problem of', () => {
  it.each([
    ['a missing definition', undefined, 'defineTool() expects an object, such as { id: … }, got null.'],
    ['another value', 'Calculator.Add', 'defineTool() expects an object, such as { id: … }, got a string.'],
    [
      'uploads that are not an object',
      { ...about, uploads: null },
      "uploads of Tool 'Calculator.Add' expects an object, such as { file: … }, got null.",
    ],
    [
      'a rule that is not an object',
      { ...about, uploads: { scan: null } },
      "uploads.scan of Tool 'Calculator.Add' expects an object, such as { contentTypes: … }, got null.",
    ],
    [
      'an unknown field of a rule',
      { ...about, uploads: { scan: { maxSize: 1 } } },
      "Invalid option 'maxSize' in uploads.scan of Tool 'Calculator.Add'.",
    ],
  ])('%s', (_what, definition, message) => {
    expect(() => defineTool(definition as never)).toThrow(message);
  });
});

describe('isToolDefinition', () => {
  it('recognizes the tools of another copy of this package', async () => {
    const other = await secondCopy();

    expect(other.defineTool).not.toBe(defineTool);
    expect(isToolDefinition(other.defineTool({ ...about, run: () => 3 }))).toBe(true);
    expect(other.isToolDefinition(defineTool({ ...about, run: () => 3 }))).toBe(true);
  });

  it('never throws', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();

    expect(isToolDefinition(proxy)).toBe(false);
  });

  it.each([null, undefined, 'Calculator.Add', () => 3, {}, { ...about, run: () => 3 }])('rejects %o', (value) => {
    expect(isToolDefinition(value)).toBe(false);
  });
});
