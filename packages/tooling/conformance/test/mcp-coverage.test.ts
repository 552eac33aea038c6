import { expect, test } from 'vitest';
import { mcpRequirements } from '../src/mcp.ts';
import { ownSources, ownTests } from './citations.ts';

const rules = mcpRequirements.map(({ id }) => id);

/** The rules in comments. */
function keptIn(source: string): readonly string[] {
  return source.split('\n').flatMap((line) => idsIn(/(?:\/\/|^\s*\/?\*).*/.exec(line)?.[0] ?? ''));
}

/** The rules at the end of a test title, such as `(MCP-HTTP-03, MCP-RPC-04)`. */
function provenIn(source: string): readonly string[] {
  return [...source.matchAll(/\(([^()]*)\)['"`]/g)].flatMap(([, ids = '']) => idsIn(ids));
}

function idsIn(text: string): readonly string[] {
  return text.match(/(?<![\w-])MCP-[A-Z]+-\d\d(?![\w-])/g) ?? [];
}

test('every rule of MCP is cited in a file that implements it', () => {
  const kept = new Set(ownSources().flatMap(keptIn));
  expect(rules.filter((id) => !kept.has(id))).toEqual([]);
});

test('every rule of MCP has a test that names it', () => {
  const proven = new Set(ownTests().flatMap(provenIn));
  expect(rules.filter((id) => !proven.has(id))).toEqual([]);
});

test('no file and no test cites a rule that does not exist', () => {
  const known = new Set<string>(rules);
  const named = [...ownSources().flatMap(keptIn), ...ownTests().flatMap(provenIn)];
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test('a rule counts only if a comment cites it or a title ends with it', () => {
  expect(keptIn("// MCP-RPC-01: never null\n/** As MCP-RPC-02 asks. */\nconst id = 'MCP-RPC-03';")).toEqual([
    'MCP-RPC-01',
    'MCP-RPC-02',
  ]);
  const titles = `
    // MCP-RPC-01 is mentioned only
    test('answers (MCP-RPC-02, MCP-RPC-03)', () => {});
    it.each([1])("has %i (OTC-AUTH-13, MCP-AUTH-03)", () => {});
    expect('MCP-RPC-04').toBe(1);
  `;
  expect(provenIn(titles)).toEqual(['MCP-RPC-02', 'MCP-RPC-03', 'MCP-AUTH-03']);
});
