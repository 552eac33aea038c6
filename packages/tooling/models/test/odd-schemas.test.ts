import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adaptSchema, apis, type Leak } from './odd-schemas/find-leaks.ts';
import { oddSchemas } from './odd-schemas/odd-schemas.ts';
import { countTable, weakest, writeOddSchemas } from './odd-schemas/write-table.ts';

const leaksBySchema = new Map<string, Record<string, readonly Leak[]>>(
  Object.keys(oddSchemas).map((schema) => [schema, {}]),
);

describe.each(Object.entries(apis))('%s gets each unusual schema', (name, api) => {
  test.each(Object.entries(oddSchemas))('without a lost rule: %s', async (schema, odd) => {
    const { adapted, isPublished, findLeaks } = adaptSchema(odd, api);
    expect(odd.valid.filter((input) => !isPublished(adapted.toModelInput(input)))).toEqual([]);
    for (const input of odd.valid) expect(adapted.restore(adapted.toModelInput(input))).toEqual(input);
    const leaks = await findLeaks();
    expect(leaks.filter(({ form }) => form === 'nowhere')).toEqual([]);
    (leaksBySchema.get(schema) ?? {})[name] = leaks;
  });
});

test('OpenAI and Anthropic get every rule in the schema, except for refinements', () => {
  for (const { OpenAI = [], Anthropic = [] } of leaksBySchema.values()) {
    expect(['schema', 'refinement']).toContain(weakest(OpenAI));
    expect(weakest(Anthropic)).toBe(weakest(OpenAI));
  }
});

// `npx vitest run packages/tooling/models/test/odd-schemas.test.ts -u` updates the golden file.
test('the golden file has the rules of each schema', async () => {
  await expect(writeOddSchemas(leaksBySchema)).toMatchFileSnapshot('../golden/odd-schemas.md');
});

test('the page has the correct counts', () => {
  const page = readFileSync(new URL('../../../../docs/models.md', import.meta.url), 'utf8');
  expect(page).toContain(countTable(leaksBySchema));
  expect(page).toContain(`${leaksBySchema.size} unusual schemas`);
});
