import { expect, test } from 'vitest';
import { mcpRequirements } from '../src/mcp.ts';

test('every rule of MCP has an id of its own, a revision and an address', () => {
  expect(new Set(mcpRequirements.map(({ id }) => id)).size).toBe(mcpRequirements.length);
  for (const { id, revisions, source } of mcpRequirements) {
    expect(id).toMatch(/^MCP-[A-Z]+-\d\d$/);
    expect(revisions.length, id).toBeGreaterThan(0);
    expect(() => new URL(source), id).not.toThrow();
  }
});

test('both revisions that are served have rules', () => {
  const revisions = new Set(mcpRequirements.flatMap((requirement) => requirement.revisions));
  expect([...revisions].sort()).toEqual(['2025-11-25', '2026-07-28']);
});
