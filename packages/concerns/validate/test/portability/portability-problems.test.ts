import { expect, it } from 'vitest';
import { findPortabilityProblems } from '../../src/portability.ts';

const codes = (name: string, inputSchema: object): readonly string[] =>
  findPortabilityProblems({ name, inputSchema: { ...inputSchema } }).map(({ code }) => code);

it('finds no problems in a plain tool', () => {
  expect(codes('Calculator_Add', { type: 'object', properties: { a: { type: 'number' } } })).toEqual([]);
});

it('reports a name that leaves no room for a prefix', () => {
  expect(codes('a'.repeat(48), { type: 'object' })).toEqual([]);
  expect(codes('a'.repeat(49), { type: 'object' })).toEqual(['long_name']);
});

it.each(['$top', 'filter[x]', 'näme', 'a'.repeat(65), ''])('reports a parameter called %j at any depth', (name) => {
  const inner = { type: 'object', properties: { [name]: { type: 'string' } } };
  expect(codes('T', inner)).toEqual(['parameter_name']);
  expect(codes('T', { type: 'object', properties: { list: { type: 'array', items: inner } } })).toEqual([
    'parameter_name',
  ]);
});

it('reports more than five levels, and more than a hundred properties', () => {
  const nested = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { next: nested(levels - 1) } };
  const many = (count: number): object => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }])),
  });
  expect(codes('T', nested(5))).toEqual([]);
  expect(codes('T', nested(6))).toEqual(['deep']);
  expect(codes('T', many(100))).toEqual([]);
  expect(codes('T', many(101))).toEqual(['wide']);
});

it('reports keywords that make an API reject all tools of a request, and the affected APIs', () => {
  const [problem] = findPortabilityProblems({ name: 'T', inputSchema: { type: 'object', anyOf: [] } });
  expect(problem).toMatchObject({ code: 'root_combinator', readers: ['anthropic', 'openai'] });
  expect(problem?.message).toContain("'anyOf' at their root");
});
