import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { ajv } from '@toolwire/validate/ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textHasMoreParts, valueProblem } from '../src/http/parse-json.ts';
import { createToolServer, silentLogger } from '../src/index.ts';
import { hostRequest, send } from './support.ts';

/** Lists, objects, and what a comma parts. */
function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value) as unknown[];
  return members.reduce<number>((sum, member) => sum + partsOf(member), Math.max(1, members.length));
}

describe('the parts of a body', () => {
  test('are the same for text as for the parsed value, without those in strings', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom(0, 2),
        (value, limit, space) => {
          const isMore = partsOf(value) > limit;
          expect(textHasMoreParts(JSON.stringify(value, null, space), limit)).toBe(isMore);
          expect(valueProblem(value, 64, limit)).toBe(isMore ? 'too_many_parts' : undefined);
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

  test('are limited to limits.bodyParts, 50 000 by default', async () => {
    expect(await call(objects(24_000))).toMatchObject({ status: 200 });
    const refused = await call(objects(26_000));
    expect(refused?.status).toBe(400);
    expect(JSON.stringify(refused?.json)).toContain(
      'The body must have at most 50000 parts: lists, objects and their members',
    );
    expect(await call(objects(26_000), { bodyParts: 60_000 })).toMatchObject({ status: 200 });
    expect(await call(objects(60), { bodyParts: 10 })).toMatchObject({ status: 400 });
  });

  test('are limited also if the host has parsed the body', async () => {
    expect(await call(objects(24_000), {}, true)).toMatchObject({ status: 200 });
    expect(await call(objects(26_000), {}, true)).toMatchObject({ status: 400 });
  });

  test('have strings of at most 10 000 characters for patterns without maxLength', async () => {
    const checked = defineTool({
      id: 'Text.Check',
      version: '1.0.0',
      description: 'Checks.',
      input: { type: 'object', properties: { text: { type: 'string', description: 'A text.', pattern: '^a+$' } } },
      output: { type: 'boolean' },
      run: () => true,
    });
    const server = createToolServer({ tools: [checked], wires: [otc()], validator: ajv(), logger: silentLogger });
    const status = async (length: number): Promise<number | undefined> => {
      const body = { request: { tool_id: 'Text.Check', input: { text: 'a'.repeat(length) } } };
      return (await send(server, hostRequest('POST', '/tools/call', body)))?.status;
    };
    expect(await status(10_000)).toBe(200);
    expect(await status(10_001)).toBe(422);
  });
});
