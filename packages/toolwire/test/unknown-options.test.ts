import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import * as arcade from '@toolwire/arcade';
import * as auth from '@toolwire/auth';
import * as jwt from '@toolwire/auth/jwt';
import * as core from '@toolwire/core';
import * as idempotency from '@toolwire/idempotency';
import * as idempotencyStage from '@toolwire/idempotency/stage';
import * as mcp from '@toolwire/mcp';
import * as node from '@toolwire/node';
import * as otc from '@toolwire/otc';
import * as server from '@toolwire/server';
import * as tasks from '@toolwire/tasks';
import { describe, expect, it } from 'vitest';
import * as toolwire from '../src/index.ts';

const key = 'k'.repeat(32);
const add = core.defineTool({ id: 'Math.Add', version: '1.0.0', description: 'Adds', run: () => 1 });
const served = (): toolwire.Toolwire => toolwire.toolwire({ tools: [add], logger: toolwire.silentLogger });

/** An engine with its store, and with more properties, as engines of other packages may have. */
const engineWithStore = () => {
  const engine = tasks.createMemoryTaskEngine();
  return {
    ready: () => engine.ready(),
    enqueue: (turn: tasks.TaskTurn) => engine.enqueue(turn),
    work: (run: Parameters<tasks.TaskEngine['work']>[0]) => engine.work(run),
    store: tasks.createMemoryTaskStore(),
    pause: () => undefined,
  };
};

it('reports options of idempotency that are not an object', () => {
  expect(() => toolwire.toolwire({ tools: [add], idempotency: null as never })).toThrow(
    'idempotency() expects an object, such as { ',
  );
});

/** Each factory that takes options, with a name that is nearly one of them. */
const cases: readonly (readonly [wrong: string, meant: string, make: (wrong: object) => unknown])[] = [
  ['visble', 'visible', (wrong) => toolwire.toolwire({ tools: [add], ...wrong })],
  ['Auth', 'auth', (wrong) => toolwire.toolwire({ tools: [add], ...wrong })],
  ['pth', 'path', (wrong) => toolwire.toolwire({ tools: [add], inspector: wrong })],
  ['hots', 'host', (wrong) => served().listen(0, wrong)],
  ['closeOnSignal', 'closeOnSignals', (wrong) => served().listen(0, { closeOnSignals: false, ...wrong })],
  ['closeOnSignal', 'closeOnSignals', (wrong) => served().work({ closeOnSignals: false, ...wrong })],
  ['serverinfo', 'serverInfo', (wrong) => served().stdio({ input: new PassThrough(), ...wrong })],
  ['visble', 'visible', (wrong) => server.createToolServer({ tools: [], wires: [], ...wrong })],
  ['timeout', 'timeoutMs', (wrong) => server.createToolServer({ tools: [], wires: [], limits: wrong })],
  ['origin', 'origins', (wrong) => server.createToolServer({ tools: [], wires: [], cors: { origins: '*', ...wrong } })],
  ['secret', 'secrets', (wrong) => server.createCaller(served(), wrong)],
  ['requirement', 'requirements', (wrong) => core.defineTool({ ...add, ...wrong })],
  ['requirement', 'requirements', (wrong) => toolwire.toolwire({ tools: [{ ...add, ...wrong }] })],
  ['timeout', 'timeoutMs', (wrong) => core.defineTool({ ...add, ...wrong })],
  ['readonly', 'readOnly', (wrong) => core.defineTool({ ...add, annotations: wrong })],
  ['tool', 'tools', (wrong) => core.defineToolkit({ name: 'Math', tools: [add], ...wrong })],
  ['prefx', 'prefix', (wrong) => otc.otc(wrong)],
  ['prefx', 'prefix', (wrong) => toolwire.toolwire({ tools: [add], otc: wrong })],
  ['allowedOrigin', 'allowedOrigins', (wrong) => mcp.mcp(wrong)],
  [
    'scopeSupported',
    'scopesSupported',
    (wrong) =>
      mcp.mcp({
        authorization: { resource: 'https://a.example/mcp', authorizationServers: ['https://b.example'], ...wrong },
      }),
  ],
  ['maxListener', 'maxListeners', (wrong) => mcp.mcp(wrong)],
  ['graceMS', 'graceMs', (wrong) => mcp.connectMcp(served().service, () => undefined, wrong)],
  ['workerSecrets', 'workerSecret', (wrong) => arcade.arcade(wrong)],
  ['header', 'headers', (wrong) => auth.apiKey({ keys: { ada: key }, ...wrong })],
  ['audience', 'audiences', (wrong) => jwt.jwt({ secret: key, ...wrong })],
  ['maxAgeWhileDownSecond', 'maxAgeWhileDownSeconds', (wrong) => jwt.jwt({ issuer: 'https://a.example', ...wrong })],
  ['maxEntrys', 'maxEntries', (wrong) => idempotency.createMemoryIdempotencyStore(wrong)],
  ['lingerMS', 'lingerMs', (wrong) => idempotencyStage.idempotency(wrong)],
  ['maxRuning', 'maxRunning', (wrong) => tasks.createTasks(wrong)],
  ['tllMs', 'ttlMs', (wrong) => toolwire.toolwire({ tools: [add], tasks: { ...engineWithStore(), ...wrong } })],
  ['maxTask', 'maxTasks', (wrong) => tasks.createMemoryTaskStore(wrong)],
  ['vlues', 'values', (wrong) => node.createNodeHandler(served(), wrong)],
  ['vlues', 'values', (wrong) => node.createNodeListener(served(), wrong)],
  ['context', 'values', (wrong) => node.createNodeHandler(served(), wrong)],
  ['context', 'values', (wrong) => served().listen(0, wrong)],
  ['hots', 'host', (wrong) => node.listen(served(), 0, wrong)],
  ['graceMS', 'graceMs', (wrong) => node.closeGracefully(createServer(), served(), wrong)],
  ['handler', 'run', (wrong) => toolwire.toolwire({ tools: [{ ...add, ...wrong }] })],
  ['execute', 'run', (wrong) => core.defineTool({ ...add, ...wrong })],
  ['parameters', 'input', (wrong) => core.defineTool({ ...add, ...wrong })],
  ['outputSchema', 'output', (wrong) => core.defineTool({ ...add, ...wrong })],
  ['inputSchema', 'input', (wrong) => core.defineTool({ ...add, ...wrong })],
  ['destructiveHint', 'destructive', (wrong) => core.defineTool({ ...add, annotations: wrong })],
  ['idempotentHint', 'idempotent', (wrong) => core.defineTool({ ...add, annotations: wrong })],
  ['openWorldHint', 'openWorld', (wrong) => core.defineTool({ ...add, annotations: wrong })],
  ['readOnlyHint', 'readOnly', (wrong) => core.defineTool({ ...add, annotations: wrong })],
  ['idempotency', 'around', (wrong) => server.createToolServer({ tools: [], wires: [], ...wrong })],
  ['protocols', 'wires', (wrong) => server.createToolServer({ tools: [], wires: [], ...wrong })],
  ['deadline', 'deadlineMs', (wrong) => node.closeOnSignals({ close: async () => undefined }, wrong)],
];

it.each([
  ['principal', 'mountTools()'],
  ['host', 'listen()'],
  ['allowedOrigins', 'mcp()'],
  ['instructions', 'mcp()'],
  ['resources', 'mcp()'],
  ['prompts', 'mcp()'],
])('%s is an option of %s', (name, owner) => {
  const options = { tools: [add], [name]: undefined };
  expect(() => toolwire.toolwire(options)).toThrow(`It is an option of ${owner}.`);
});

it('an engine with a store may have more properties, which are not settings', () => {
  expect(() => toolwire.toolwire({ tools: [add], tasks: { ...engineWithStore(), ttlMs: 60_000 } })).not.toThrow();
});

it('idempotency() in `use` is rejected: stages there do not know the tool of a call', () => {
  const misplaced = idempotencyStage.idempotency() as never;
  expect(() => server.createToolServer({ tools: [], wires: [], use: [misplaced] })).toThrow(
    'use[0] must not be idempotency(), because the middleware of `use` runs before the tool of a call is known. Move it to the option `around`: around: [idempotency()].',
  );
});

describe('an unknown option is rejected, and the nearest option is named', () => {
  it.each(cases)('%s, for %s', async (wrong, meant, make) => {
    // Some are promises.
    const making = async (): Promise<unknown> => make({ [wrong]: undefined });
    await expect(making()).rejects.toThrow(TypeError);
    await expect(making()).rejects.toThrow(
      new RegExp(`^Invalid option '${wrong}' in .+\\. Did you mean '${meant}'\\?`),
    );
  });
});
