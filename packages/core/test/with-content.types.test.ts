import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type ToolDefinition, type WithContent, withContent } from '../src/index.ts';

const named = { id: 'A.B', version: '1.0.0', description: 'Tells.' };
const state = z.object({ state: z.enum(['open', 'closed']), tags: z.array(z.string()) });

// Each of these is checked by the compiler: a line that compiles although it should not is an error of the type check.
describe('a value with content', () => {
  it('may be returned by a tool with an output', () => {
    defineTool({ ...named, output: state, run: () => withContent({ state: 'open', tags: ['a'] }, 'It is open.') });
    defineTool({ ...named, output: state, run: async () => withContent({ state: 'closed', tags: [] }, 'Closed.') });
    defineTool({ ...named, output: { type: 'string', enum: ['x'] }, run: () => withContent('x', 'An x.') });
    defineTool({ ...named, output: null, run: () => withContent(undefined, 'Sent.') });
    defineTool({ ...named, run: () => withContent({ anything: [1] }, 'One.') });
    const found: z.input<typeof state> = { state: 'open', tags: [] };
    defineTool({ ...named, output: state, run: () => withContent(found, 'Found.') });
  });

  it('may be returned next to a value without content', () => {
    defineTool({
      ...named,
      input: z.object({ short: z.boolean() }),
      output: state,
      run: ({ short }) =>
        short ? { state: 'open', tags: [] } : withContent({ state: 'closed', tags: ['a'] }, 'It is closed.'),
    });
  });

  it('is rejected with a wrong value or block', () => {
    // @ts-expect-error there is no such state
    defineTool({ ...named, output: state, run: () => withContent({ state: 'ajar', tags: [] }, 'It is ajar.') });
    // @ts-expect-error tags are missing
    defineTool({ ...named, output: state, run: async () => withContent({ state: 'open' }, 'It is open.') });
    // @ts-expect-error that is a number
    defineTool({ ...named, output: z.string(), run: () => withContent(1, 'One.') });
    // @ts-expect-error there is no such block
    withContent(1, { type: 'video', data: '', mimeType: 'video/mp4' });
    // @ts-expect-error a Map is not JSON
    defineTool({ ...named, run: () => withContent(new Map([[1, 2]]), 'A map.') });
  });

  it('leaves other results with a member of the same name as they are', () => {
    defineTool({ ...named, run: () => ({ value: 1, content: ['text'] }) });
    defineTool({ ...named, output: z.object({ value: z.string() }), run: () => ({ value: 'x' }) });
  });

  it('is part of the type of run', () => {
    type Returned = Awaited<ReturnType<ToolDefinition<unknown, number>['run']>>;
    expectTypeOf<Returned>().toEqualTypeOf<number | WithContent<number>>();
    const tool = defineTool({ ...named, output: state, run: () => withContent({ state: 'open', tags: [] }, 'Open.') });
    type Gets = NonNullable<(typeof tool)['~caller']>['gets'];
    expectTypeOf<Gets>().toEqualTypeOf<{ state: 'open' | 'closed'; tags: string[] }>();
  });
});
