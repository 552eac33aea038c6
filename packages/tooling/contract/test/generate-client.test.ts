import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { generateClient } from '../src/index.ts';
import { listing, search } from './search-listing.ts';

describe('generateClient', () => {
  // The file is compiled with all tests. `generated-client.test.ts` lists the calls that must and must not compile.
  it('returns a client with which valid calls compile', async () => {
    await expect(generateClient(listing)).toMatchFileSnapshot('./generated/tools.ts');
  });

  it('does not depend on the order of the tools', () => {
    const reversed = { tools: [...listing.tools].reverse() };
    expect(generateClient(reversed)).toBe(generateClient(listing));
    expect(generateClient(listing)).toBe(generateClient(structuredClone(listing)));
  });

  it('rejects tools that cannot be called', () => {
    expect(() => generateClient({ tools: [{ id: 'add', version: '' }] })).toThrow('`add` has no version');
    expect(() => generateClient({})).toThrow('The listing must be the JSON of GET /tools');
  });

  it.each([
    [{ items: false }, '[string, number?]'],
    [{ maxItems: 2 }, '[string, number?]'],
    [{ unevaluatedItems: { type: 'boolean' } }, '[string, number?, ...boolean[]]'],
    [{ unevaluatedItems: { type: 'boolean' }, anyOf: [{}] }, '[string, number?, ...unknown[]]'],
    [{}, '[string, number?, ...unknown[]]'],
  ])('writes a tuple with the end that %j describes', (end, type) => {
    const output_schema = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, ...end };
    expect(generateClient({ tools: [{ ...search, output_schema }] })).toContain(`readonly ${type}`);
  });

  it('escapes strings of a server in comments and strings', () => {
    const hostile = '*/ export const x = 1; /* \u2028 \u001b \' " ` ${x}';
    const tool = { ...search, description: hostile, output_schema: { const: hostile, description: hostile } };
    const text = generateClient({
      tools: [
        {
          ...tool,
          input_schema: {
            parameters: { type: 'object', properties: { [hostile]: { enum: [hostile], description: hostile } } },
          },
        },
      ],
    });
    const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022);
    expect(source.statements.some((statement) => ts.isVariableStatement(statement))).toBe(false);
    expect(text).not.toMatch(/[\u2028\u001b]/);
  });
});
