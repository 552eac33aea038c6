import {
  type Call,
  defineTool,
  type InputRequest,
  InputRequired,
  type Stage,
  type ToolContext,
  type ToolDefinition,
} from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { ajv } from '@toolwire/validate/ajv';
import { describe, expect, test, vi } from 'vitest';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
import { callOf, recordingLogger } from './support.ts';

const token = 'token-7d1c04';
const secret = 'secret-52ab9f';
const context = { authorization: [{ id: 'mail', token }], secrets: [{ id: 'KEY', value: secret }], userId: 'ada' };

/** A tool that has read its caller's token and secret, and does something with them that ends in a failure. */
function spilling(run: (read: string) => unknown, output?: ToolDefinition['output']): ToolDefinition {
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

/** The response and the log of a call with a token and a secret. */
async function told(tool: ToolDefinition, more: Partial<ToolServerOptions> = {}): Promise<string> {
  const logger = recordingLogger();
  const server = createToolServer({ wires: [], validator: ajv(), tools: [tool], logger, ...more });
  const outcome = await server.call(callOf('A.Spills', {}, { context }));
  // A loose output is reported as the server is made.
  expect(logger.records.filter(({ message }) => !message.startsWith('Fields that the output schema'))).toHaveLength(1);
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

test('values that are not secrets of the call stay in the log', async () => {
  const tool = spilling(() => {
    throw new Error('connect ECONNREFUSED 10.0.0.1:25');
  });
  expect(await told(tool)).toContain('connect ECONNREFUSED 10.0.0.1:25');
});

test('an error of middleware that quotes the call is logged without secrets', async () => {
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

test('a sensitive parameter is masked like a secret', async () => {
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

describe('credentials that the server supplies', () => {
  const supplied = { token: async () => token, secret: async () => secret };

  /** Everything that leaves a run whose tool repeats what it was trusted with. */
  async function leaving(
    run: (read: string, context: ToolContext) => unknown,
    more: Partial<ToolServerOptions> = {},
    sent: Partial<Call> = {},
  ) {
    const left: unknown[] = [];
    const logger = recordingLogger();
    const tool = defineTool({
      id: 'A.Spills',
      version: '1.0.0',
      description: 'Spills what it was trusted with.',
      requirements: { authorization: [{ id: 'mail' }], secrets: [{ id: 'KEY' }] },
      run: (_input, given) => run(`${given.token('mail')} and ${given.secret('KEY')}`, given) as never,
    });
    const server = createToolServer({ wires: [], tools: [tool], logger, requirements: supplied, ...more });
    const outcome = await server.call(
      callOf('A.Spills', undefined, {
        reportProgress: (...all) => void left.push(all),
        reportLog: (...all) => void left.push(all),
        ask: (requests) => {
          left.push(requests);
          return Promise.resolve({});
        },
        ...sent,
      }),
    );
    return JSON.stringify([left, { ...outcome, tool: undefined }, logger.records]);
  }

  test.each<[string, (read: string, context: ToolContext) => unknown]>([
    ['progress', (read, { progress }) => progress(1, 2, `Sending ${read}`)],
    ['a line of the log', (read, { log }) => log.info({ [read]: { headers: [read] } }, `Sent ${read}`)],
    ['an error in the log', (read, { log }) => log.error(new Error(read, { cause: read }))],
    [
      'a question',
      (read, { ask }) =>
        ask({
          form: { kind: 'form', message: read, schema: { properties: { a: { default: read, enum: ['a', read] } } } },
          page: { kind: 'url', message: read, url: `https://example.com/?state=${encodeURIComponent(read)}` },
          words: { kind: 'sampling', params: { messages: [{ role: 'user', content: { type: 'text', text: read } }] } },
        }),
    ],
    [
      'a question that ends the call',
      (read) => {
        throw new InputRequired({ form: { kind: 'form', message: read, schema: {} } });
      },
    ],
    [
      'an unexpected error',
      (read) => {
        throw new Error(read);
      },
    ],
    [
      'an error that base64 hides it in',
      (read) => {
        throw new ToolError(`Refused: Basic ${btoa(`ada:${read}`)}`);
      },
    ],
  ])('are masked in %s (MCP-LOG-03)', async (_what, run) => {
    const all = await leaving(run);
    expect(all).toContain('[masked]');
    for (const hidden of [token, secret, btoa(`ada:${token} and ${secret}`)]) expect(all).not.toContain(hidden);
  });

  test('are masked in errors of later middleware', async () => {
    const throwing: Stage = (call) => {
      throw new Error(JSON.stringify(call.context));
    };
    const rejecting: Stage = (call) => Promise.reject(new Error(JSON.stringify(call.context)));
    for (const stage of [throwing, rejecting]) {
      const all = await leaving(() => 1, { around: [stage] });
      expect(all).toContain('The server could not process the call');
      expect(all).toContain('[masked]');
      for (const hidden of [token, secret]) expect(all).not.toContain(hidden);
    }
  });

  test('are masked also if the caller sends very many tokens', async () => {
    const tokens = Array.from({ length: 100 }, (_, index) => ({ id: `other-${index}`, token: `other-${index}` }));
    const throwing: Stage = (call) => {
      throw new Error(JSON.stringify(call.context.secrets));
    };
    const sent = { context: { authorization: tokens, secrets: [] } };
    expect(await leaving(() => 1, { around: [throwing] }, sent)).not.toContain(secret);
  });
});

test('an input request of an unknown kind is an error of the tool', async () => {
  const request = { kind: 'from', message: 'Who?' } as unknown as InputRequest;
  const tools = [
    defineTool({
      id: 'A.Asks',
      version: '1.0.0',
      description: 'Asks.',
      run: (_input, { ask }) => ask({ name: request }),
    }),
    defineTool({
      id: 'A.Throws',
      version: '1.0.0',
      description: 'Throws.',
      run: () => {
        throw new InputRequired({ name: request });
      },
    }),
  ];
  const logger = recordingLogger();
  const server = createToolServer({ wires: [], tools, logger });
  for (const { id } of tools) {
    expect(await server.call(callOf(id))).toMatchObject({ kind: 'failed', reason: 'unexpected' });
  }
  const error = { message: "The input request 'name' must have the kind form, url, sampling or roots." };
  expect(logger.records).toMatchObject([{ fields: { error } }, { fields: { error } }]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '/sign-in', ''])(
  'a URL request is not sent with an unsafe URL: %s (MCP-URL-01)',
  async (url) => {
    const asking = defineTool({
      id: 'A.Asks',
      version: '1.0.0',
      description: 'Asks for a visit.',
      run: (_input, { ask }) => ask({ page: { kind: 'url', message: 'Go there', url } }),
    });
    const throwing = defineTool({
      ...asking,
      id: 'A.Throws',
      run: () => {
        throw new InputRequired({ page: { kind: 'url', message: 'Go there', url } });
      },
    });
    const logger = recordingLogger();
    const ask = vi.fn();
    const server = createToolServer({ wires: [], tools: [asking, throwing], logger });
    for (const id of ['A.Asks', 'A.Throws']) {
      expect(await server.call(callOf(id, {}, { ask }))).toMatchObject({ kind: 'failed', reason: 'unexpected' });
    }
    expect(ask).not.toHaveBeenCalled();
    const error = { message: "The url of the input request 'page' must be an absolute http or https URL." };
    expect(logger.records).toMatchObject([{ fields: { error } }, { fields: { error } }]);
  },
);
