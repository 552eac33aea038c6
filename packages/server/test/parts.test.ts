import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { ajv } from '@toolwire/validate/ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textHasMoreParts, valueHasMoreParts } from '../src/http/parts.ts';
import { createToolServer, silentLogger } from '../src/index.ts';
import { hostRequest, send } from './support.ts';

/** Lists, objects, and what a comma parts. */
function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value) as unknown[];
  return members.reduce<number>((sum, member) => sum + partsOf(member), Math.max(1, members.length));
}

describe('the parts of a body', () => {
  test('are counted in text as in the parsed value, and not in strings', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom(0, 2),
        (value, limit, space) => {
          const isMore = partsOf(value) > limit;
          expect(textHasMoreParts(JSON.stringify(value, null, space), limit)).toBe(isMore);
          expect(valueHasMoreParts(value, limit)).toBe(isMore);
        },
      ),
    );
    expect(textHasMoreParts(JSON.stringify(['[{,', '\\",,,']), 2)).toBe(false);
  });

  const tool = defineTool({
    id: 'List.Count',
    version: '1.0.0',
    description: 'Counts.',
    input: { type: 'object' },
    run: ({ list }) => (list as unknown[]).length,
  });
  const call = (list: unknown, limits: { bodyParts?: number } = {}, isParsed = false) => {
    const server = createToolServer({ tools: [tool], wires: [otc()], validator: ajv(), logger: silentLogger, limits });
    const value = { request: { tool_id: 'List.Count', input: { list } } };
    const request = hostRequest('POST', '/tools/call', value);
    return send(server, isParsed ? { ...request, body: () => ({ kind: 'parsed', value }) } : request);
  };
  const objects = (count: number) => Array.from({ length: count }, () => ({}));

  test('are 50 000 at most, unless limits.bodyParts says otherwise', async () => {
    expect(await call(objects(24_000))).toMatchObject({ status: 200 });
    const refused = await call(objects(26_000));
    expect(refused?.status).toBe(400);
    expect(JSON.stringify(refused?.json)).toContain(
      'The body must have at most 50000 parts: lists, objects and their members',
    );
    expect(await call(objects(26_000), { bodyParts: 60_000 })).toMatchObject({ status: 200 });
    expect(await call(objects(60), { bodyParts: 10 })).toMatchObject({ status: 400 });
  });

  test('are counted as well where the host has parsed them', async () => {
    expect(await call(objects(24_000), {}, true)).toMatchObject({ status: 200 });
    expect(await call(objects(26_000), {}, true)).toMatchObject({ status: 400 });
  });
});
