import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apis } from './interfaces.ts';
import { columns, laws, maxCharacters, rowOf } from './round-trip.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const numRuns = process.env['TEST_SCOPE'] === 'all' ? 500 : 8;
const inputSchema = {
  type: 'object',
  properties: {
    $top: { type: 'integer' },
    'filter[x]': { type: 'array', items: { type: 'object', properties: { näme: {}, plain: {} } } },
    plain: {},
  },
};
const tools = [modelTool({ inputSchema })];
const call = { id: 'call_0123456789abcdef', name: 'Calculator_Add', input: {} };

describe.each(Object.entries(apis))('on the way to %s and back', (name, make) => {
  test.each(laws)('the input of models matches the page: $what', async ({ outcomes }) => {
    await fc.assert(
      fc.asyncProperty(outcomes, async ({ result, isKept }) => {
        const apiTools = await make(tools, scriptedCaller(result), { maxCharacters });
        const [read] = await apiTools.answer([call]);
        expect(read?.id).toBe(call.id);
        expect(read?.isError === undefined).toBe(name.startsWith('OpenAI'));
        expect(read !== undefined && 'value' in read).toBe(name === 'Gemini' || name === 'LangChain');
        expect(read && isKept(read), read?.text).toBe(true);
      }),
      { numRuns },
    );
  });

  test('the arguments of a call reach its tool with the original names, at any depth, together with the call ID', async () => {
    const plain = fc.jsonValue();
    const inputs = fc.record(
      { top: fc.integer(), filter_x: fc.array(fc.record({ n_me: plain, plain }), { maxLength: 3 }), plain },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(inputs, async ({ top, filter_x: filter, ...rest }) => {
        const caller = scriptedCaller();
        const input = { ...(top !== undefined && { top }), ...(filter !== undefined && { filter_x: filter }), ...rest };
        await (await make(tools, caller)).answer([{ ...call, input }]);
        const own = {
          ...(top !== undefined && { $top: top }),
          ...(filter !== undefined && {
            'filter[x]': filter.map(({ n_me: value, plain: other }) => ({ näme: value, plain: other })),
          }),
          ...rest,
        };
        // Interfaces carry JSON: -0 is 0.
        expect(JSON.stringify(sorted(caller.receivedCalls[0]?.input))).toBe(JSON.stringify(sorted(own)));
        expect(caller.receivedCalls[0]?.callId).toBe(call.id);
      }),
      { numRuns },
    );
  });
});

test('the page has the correct table', () => {
  const page = readFileSync(new URL('../../../../docs/models.md', import.meta.url), 'utf8');
  const table = [`| outcome | ${columns.join(' | ')} |`, '|---|---|---|---|---|---|', ...laws.map(rowOf)].join('\n');
  expect(page).toContain(table);
});

function sorted(input: object | undefined): unknown {
  return Object.entries(input ?? {}).toSorted(([left], [right]) => (left < right ? -1 : 1));
}
