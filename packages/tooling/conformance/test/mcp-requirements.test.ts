import { expect, test } from 'vitest';
import { mcpRequirements } from '../src/mcp.ts';

test('every rule of MCP has a unique ID, a revision and a URL', () => {
  expect(new Set(mcpRequirements.map(({ id }) => id)).size).toBe(mcpRequirements.length);
  for (const { id, revisions, source } of mcpRequirements) {
    expect(id).toMatch(/^MCP-[A-Z]+-\d\d$/);
    expect(revisions.length, id).toBeGreaterThan(0);
    expect(() => new URL(source), id).not.toThrow();
  }
});

test('both supported revisions have rules', () => {
  const revisions = new Set(mcpRequirements.flatMap((requirement) => requirement.revisions));
  expect([...revisions].sort()).toEqual(['2025-11-25', '2026-07-28']);
});
