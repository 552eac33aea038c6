import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createToolServer } from '../src/index.ts';
import { recordingLogger } from './support.ts';

const tool = (id: string, names: readonly string[]) =>
  defineTool({
    id,
    version: '1.0.0',
    description: 'Searches.',
    input: z.object(Object.fromEntries(names.map((name) => [name, z.string().describe('A part of the query.')]))),
    run: () => 1,
  });
const odd = tool('Search.Odd', ['$top', '$skip', 'filter[x]', 'näme', 'plain']);

test('a tool that some models reject is logged once at startup, with the models and the reason', () => {
  const logger = recordingLogger();
  const server = createToolServer({ tools: [odd, tool('Search.Plain', ['query'])], wires: [otc()], logger });
  server.replaceTools([odd]);
  const [{ fields, message } = { fields: {}, message: '' }, ...others] = logger.records;
  expect(others).toEqual([]);
  expect(fields).toEqual({ toolId: 'Search.Odd@1.0.0', readers: ['anthropic', 'claude-code', 'openai'] });
  expect(message).toMatch(/^Some models cannot use this tool as it is\. .*'\$top'.*1 more problem\.$/);
});

test('a tool that is replaced logs only its new problems', () => {
  const logger = recordingLogger();
  const server = createToolServer({ tools: [tool('Search.Odd', ['$top'])], wires: [otc()], logger });
  server.replaceTools([tool('Search.Odd', ['$top', '$skip'])]);
  server.replaceTools([tool('Search.Odd', ['$skip'])]);
  expect(logger.records.map(({ message }) => message.match(/'\$\w+'/g))).toEqual([["'$top'"], ["'$skip'"]]);
});

test("portability: 'off' disables the warning", () => {
  const logger = recordingLogger();
  createToolServer({ tools: [odd], wires: [otc()], logger, portability: 'off' });
  expect(logger.records).toEqual([]);
});

test('a schema that is adapted for models causes no warning', () => {
  const logger = recordingLogger();
  const email = z.object({ kind: z.literal('email'), to: z.string().describe('Where to.') });
  const sms = z.object({ kind: z.literal('sms'), number: z.string().nullable().describe('Where to.') });
  const described = z.discriminatedUnion('kind', [email, sms]);
  const send = defineTool({ id: 'Mail.Send', version: '1.0.0', description: 'Sends.', input: described, run: () => 1 });
  createToolServer({ tools: [send], wires: [otc()], logger });
  expect(logger.records.filter(({ message }) => message.startsWith('Some models'))).toEqual([]);
});
