import { defineTool, type Stage, type Tool } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { createToolServer, type ResolvedCall, type ToolServerOptions } from '../src/index.ts';
import { callOf, recordingLogger } from './support.ts';

const never = new Promise<never>(() => undefined);
const tool = defineTool({ id: 'A.B', version: '1.0.0', description: 'Does nothing.', timeoutMs: 30, run: () => 'ran' });

const [ran] = createToolServer({ tools: [tool], wires: [] }).tools as readonly [Tool];
const older: Tool = { ...ran, version: '0.9.0' };

function serve(options: Partial<ToolServerOptions>) {
  const logger = recordingLogger();
  return { logger, server: createToolServer({ tools: [tool], wires: [], logger, ...options }) };
}

describe('the order of the checks', () => {
  test('follows the option', async () => {
    const seen: string[] = [];
    const recordedCall =
      (name: string): Stage<ResolvedCall> =>
      (call, next) => {
        seen.push(`${name}, ${'validInput' in call && call.validInput !== undefined ? 'checked' : 'unchecked'}`);
        return next();
      };
    const { server } = serve({
      order: ['resolve', recordedCall('first'), 'requirements', recordedCall('then'), 'validate', recordedCall('last')],
    });
    expect(await server.call(callOf('A.B'))).toMatchObject({ value: 'ran' });
    expect(seen).toEqual(['first, unchecked', 'then, unchecked', 'last, checked']);
  });

  const advice = "Write ['resolve', 'requirements', 'validate'], with your middleware after 'resolve'";
  test.each([
    ['validate', `order must be a list. ${advice}`],
    [['validate', 'resolve', 'requirements'], `order must begin with 'resolve', which finds the tool. ${advice}`],
    [['resolve', 'validate'], `order must contain 'requirements' exactly once. ${advice}`],
    [['resolve', 'requirements'], `order must contain 'validate' exactly once. ${advice}`],
    [['resolve', 'validate', 'requirements', 'validate'], `order must contain 'validate' exactly once. ${advice}`],
    [
      ['resolve', 'validate', 'requirements', 'timeout'],
      `order may contain only 'resolve', 'validate', 'requirements' and middleware functions. ${advice}`,
    ],
  ])('%o is rejected at startup', (order, message) => {
    expect(() => serve({ order: order as never })).toThrow(message);
  });

  test('limits each custom check to the timeout of the tool', async () => {
    const { server } = serve({ order: ['resolve', () => never, 'validate', 'requirements'] });
    expect(await server.call(callOf('A.B'))).toMatchObject({ kind: 'refused', code: 'unavailable' });
  });

  test('ends custom checks when the server stops', async () => {
    const { server } = serve({
      order: ['resolve', () => never, 'validate', 'requirements'],
      tools: [{ ...tool, timeoutMs: undefined }],
    });
    const answering = server.call(callOf('A.B'));
    server.stop.interrupt();
    expect(await answering).toMatchObject({ kind: 'refused', code: 'unavailable' });
  });
});

describe('a check that is replaced', () => {
  test.each(['running', 'interruption', 'timeout', 'invoke'])(
    'is not %s, which is a fixed check of the server',
    (name) => {
      expect(() => serve({ stages: { [name]: () => never } })).toThrow(
        `Invalid option '${name}' in stages of createToolServer().`,
      );
    },
  );

  test.each(['validate', 'requirements'])(
    'has the same timeout as the tool, like a check of the server: %s',
    async (name) => {
      const { server } = serve({ stages: { [name]: () => never } });
      expect(await server.call(callOf('A.B'))).toMatchObject({ kind: 'refused', code: 'unavailable' });
    },
  );

  test('masks the credentials that it supplies in the log', async () => {
    const needy = defineTool({ ...tool, id: 'A.Needy', requirements: { secrets: [{ id: 'KEY' }] } });
    const { server, logger } = serve({
      tools: [needy],
      stages: {
        requirements: (call, next) =>
          next({ context: { ...call.context, secrets: [{ id: 'KEY', value: 'swordfish-of-the-app' }] } }),
      },
      around: [
        () => {
          throw new Error('It was swordfish-of-the-app');
        },
      ],
    });
    expect(await server.call(callOf('A.Needy'))).toMatchObject({ kind: 'refused', code: 'internal' });
    expect(logger.records).toHaveLength(1);
    expect(JSON.stringify(logger.records)).not.toContain('swordfish-of-the-app');
  });

  test('does not find or reveal hidden tools', async () => {
    const { server } = serve({
      visible: () => false,
      stages: {
        resolve: async (_call, next) => {
          const [found] = server.tools;
          return found === undefined ? never : { ...(await next({ tool: found })), tool: found };
        },
      },
    });
    const outcome = await server.call(callOf('any'));
    expect(outcome).toEqual({ kind: 'refused', code: 'tool_not_found', message: 'The tool was not found' });
  });

  test('passes the resolved tool to protocols', async () => {
    const { server } = serve({
      stages: { resolve: (_call, next) => next({ tool: server.tools[0] as never }) },
      around: [() => ({ kind: 'value', value: 'kept' })],
    });
    expect(await server.call(callOf('any'))).toMatchObject({ value: 'kept', tool: { id: 'A.B' } });
  });

  test.each<[string, Partial<ToolServerOptions>]>([
    ['', {}],
    [', also with a custom resolver', { stages: { resolve: (_call, next) => next({ tool: ran }) } }],
  ])('passes the version of a stored outcome to protocols%s', async (_name, options) => {
    const { server } = serve({ ...options, around: [() => ({ kind: 'value', value: 'kept', tool: older })] });
    expect(await server.call(callOf('A.B'))).toMatchObject({ value: 'kept', tool: { version: '0.9.0' } });
  });
});
