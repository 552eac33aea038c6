import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../src/index.ts';

const named = { id: 'A.B', version: '1.0.0', description: 'Tells.' };
const state = z.object({ state: z.enum(['open', 'closed']), tags: z.array(z.enum(['a', 'b'])) });

// Each of these is checked by the compiler: a line that compiles although it should not is an error of the type check.
describe('the return value of run', () => {
  it('may be a literal that the schema requires', () => {
    defineTool({ ...named, output: state, run: () => ({ state: 'open', tags: ['a', 'b'] }) });
    defineTool({ ...named, output: state, run: async () => ({ state: 'closed', tags: [] }) });
    defineTool({ ...named, output: z.tuple([z.literal('x'), z.number()]), run: () => ['x', 1] });
    defineTool({ ...named, output: z.enum(['x', 'y']), run: () => 'x' });
    defineTool({
      ...named,
      input: z.object({ closed: z.boolean() }),
      output: state,
      run: ({ closed }) => ({ state: closed ? 'closed' : 'open', tags: ['a'] }),
    });
  });

  it('may be a value with its own type, with mutable lists', () => {
    const found: z.input<typeof state> = { state: 'open', tags: ['a'] };
    defineTool({ ...named, output: state, run: () => found });
    defineTool({ ...named, output: state, run: async () => Promise.resolve(found) });
    defineTool({
      ...named,
      output: z.object({ at: z.date(), any: z.unknown() }),
      run: () => ({ at: new Date(), any: 1 }),
    });
  });

  it('is rejected with another literal, without a member, or of another kind', () => {
    // @ts-expect-error there is no such state
    defineTool({ ...named, output: state, run: () => ({ state: 'ajar', tags: [] }) });
    // @ts-expect-error there is no such tag
    defineTool({ ...named, output: state, run: () => ({ state: 'open', tags: ['c'] }) });
    // @ts-expect-error tags are missing
    defineTool({ ...named, output: state, run: async () => ({ state: 'open' }) });
    // @ts-expect-error that is a number
    defineTool({ ...named, output: z.string(), run: () => 1 });
    // @ts-expect-error a tool that answers nothing returns nothing
    defineTool({ ...named, output: null, run: () => 1 });
  });

  it('may be missing or any value, without a schema', () => {
    defineTool({ ...named, output: null, run: () => undefined });
    defineTool({ ...named, output: null, run: async () => {} });
    defineTool({ ...named, run: () => ({ anything: [1, 'x', new Date()] }) });
    defineTool({ ...named, output: { type: 'string', enum: ['x'] }, run: () => 'x' });
  });

  it('has the type of the schema for callers', () => {
    const tool = defineTool({ ...named, output: state, run: () => ({ state: 'open', tags: ['a'] }) });
    type Gets = NonNullable<(typeof tool)['~caller']>['gets'];
    expectTypeOf<Gets>().toEqualTypeOf<{ state: 'open' | 'closed'; tags: ('a' | 'b')[] }>();
  });
});

describe('an unknown field instead of run', () => {
  it('is reported at that field, and not at the schemas', () => {
    const define = () =>
      defineTool({
        ...named,
        input: z.object({ closed: z.boolean() }),
        output: state,
        // @ts-expect-error the field is run
        execute: () => ({ state: 'open', tags: [] }),
      });
    expect(define).toThrow("Invalid option 'execute' in Tool 'A.B'. Did you mean 'run'?");
  });
});
