import { expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../src/index.ts';

const about = { id: 'Any.Json', version: '1.0.0', description: 'Answers with any JSON.' } as const;

test('a tool may return any JSON, including nested JSON', () => {
  const tool = defineTool({
    ...about,
    input: z.object({ value: z.json() }),
    output: z.json(),
    run: ({ value }) => value,
  });
  expectTypeOf<ReturnType<(typeof tool)['run']>>().not.toBeAny();
  defineTool({ ...about, output: z.json(), run: () => ({ list: [1, 'a', null, { deep: [true] }] }) });
  defineTool({ ...about, output: z.object({ found: z.array(z.json()) }), run: () => ({ found: [{ a: 1 }] }) });
  // @ts-expect-error -- a function is not JSON
  defineTool({ ...about, output: z.json(), run: () => ({ go: () => 1 }) });
});
