import { defineTool, type Stage, type ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { ajv } from '@toolwire/validate/ajv';
import { expect, test } from 'vitest';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
import { callOf, recordingLogger } from './support.ts';

const token = 'token-7d1c04';
const secret = 'secret-52ab9f';
const context = { authorization: [{ id: 'mail', token }], secrets: [{ id: 'KEY', value: secret }], userId: 'ada' };

/** A tool that has read its caller's token and secret, and does something with them that ends in a failure. */
function spilling(run: (read: string) => unknown, output: ToolDefinition['output'] = {}): ToolDefinition {
  return defineTool({
    id: 'A.Spills',
    version: '1.0.0',
    description: 'Spills what it was trusted with.',
    input: { type: 'object' },
    output,
    requirements: { authorization: [{ id: 'mail' }], secrets: [{ id: 'KEY' }] },
    run: (_input, { token: tokenOf, secret: secretOf }) => run(`${tokenOf('mail')} and ${secretOf('KEY')}`) as never,
  });
}

/** What the caller and the log are told of a call with a token and a secret. */
async function told(tool: ToolDefinition, more: Partial<ToolServerOptions> = {}): Promise<string> {
  const logger = recordingLogger();
  const server = createToolServer({ wires: [], validator: ajv(), tools: [tool], logger, ...more });
  const outcome = await server.call(callOf('A.Spills', {}, { context }));
  expect(logger.records).toHaveLength(1);
  return JSON.stringify([{ ...outcome, tool: undefined }, logger.records]);
}

const failures: readonly (readonly [name: string, tool: ToolDefinition])[] = [
  [
    'an unexpected error',
    spilling((read) => {
      throw new Error(`Sent ${read}`, { cause: read });
    }),
  ],
  ['a rejection', spilling((read) => Promise.reject(Object.assign(new Error('Refused'), { code: read })))],
  [
    'a tool error',
    spilling((read) => {
      throw new ToolError(`Sent ${read}`, { developerMessage: `Sent ${read}`, additionalPromptContent: read });
    }),
  ],
  [
    'a result of the wrong shape',
    spilling((read) => ({ [read]: 1 }), { type: 'object', additionalProperties: { type: 'string' } }),
  ],
];

test.each(failures)('a token and a secret of the caller are masked in %s, and in its log line', async (_name, tool) => {
  const all = await told(tool);
  expect(all).not.toContain(token);
  expect(all).not.toContain(secret);
  expect(all).toContain('[masked]');
});

test('what is no secret of the call stays in the log', async () => {
  const tool = spilling(() => {
    throw new Error('connect ECONNREFUSED 10.0.0.1:25');
  });
  expect(await told(tool)).toContain('connect ECONNREFUSED 10.0.0.1:25');
});

test('a stage that throws what it has seen of a call puts no secret into the log', async () => {
  const careless: Stage = (call) => {
    throw new Error(JSON.stringify(call.context));
  };
  const all = await told(
    spilling(() => 1),
    { use: [careless] },
  );
  expect(all).toContain('[masked]');
  expect(all).not.toContain(token);
  expect(all).not.toContain(secret);
});

test('a parameter that is marked as sensitive is masked like a secret', async () => {
  const password = 'hunter22-canary';
  const tool: ToolDefinition = defineTool({
    id: 'A.Spills',
    version: '1.0.0',
    description: 'Signs in.',
    input: { type: 'object', properties: { password: { type: 'string', format: 'password' } } },
    run: (input) => Promise.reject(new ToolError(`No user has ${String(input['password'])}`)),
  });
  const logger = recordingLogger();
  const server = createToolServer({ wires: [], validator: ajv(), tools: [tool], logger });
  const outcome = await server.call(callOf('A.Spills', { password }));
  expect(outcome).toMatchObject({ kind: 'failed', failure: { message: 'No user has [masked]' } });
  expect(JSON.stringify(logger.records)).not.toContain(password);
});
