import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createToolServer, silentLogger } from '../src/index.ts';
import { findOptionFactories } from './option-factories.ts';

const server = createToolServer({ tools: [], wires: [], logger: silentLogger });
const run = (): number => 1;
const wrong = { noSuchOption: undefined };
const only: readonly unknown[] = [wrong];
const second = (first: unknown) => (): readonly unknown[] => [first, wrong];
const third = (first: unknown, next: unknown) => (): readonly unknown[] => [first, next, wrong];

/** The arguments for each function, with one unknown option. Functions that are not listed accept only options. */
const given: Readonly<Record<string, () => readonly unknown[]>> = {
  arcadeToMcp: second({}),
  arcadeToOtc: second({}),
  checkCloseOptions: second('shutdown'),
  closeGracefully: () => [createServer(), server, { signals: false, ...wrong }],
  closeOnSignals: second({ close: async () => undefined }),
  compileInput: second({}),
  compileOutput: second({}),
  connectMcp: () => [server.service, run, wrong],
  connectOtcServer: second('http://127.0.0.1'),
  createCaller: second(server),
  createClient: () => [{ url: 'http://127.0.0.1', ...wrong }],
  createFetch: second(server),
  createFetchHandler: second(server),
  createNodeHandler: second(server),
  createNodeListener: second(server),
  createPostgresIdempotencyStore: second({}),
  createPostgresTaskStore: second({}),
  createRedisIdempotencyStore: second({}),
  createRedisMailbox: second({}),
  createRedisRateStore: second({}),
  createRedisTaskStore: second({}),
  createRedisVaultStore: second({}),
  createScriptedModel: third([], {}),
  createSqliteTasks: second('tasks.db'),
  createToolServer: () => [{ tools: [], wires: [], ...wrong }],
  fromAiSdk: second({}),
  fromLangChain: second([]),
  fromMcpServer: second({}),
  checkTimeout: second(run),
  listen: () => [server, 0, wrong],
  listingAsOpenApi: second({ tools: [] }),
  mcpToArcade: second({}),
  mcpToOtc: second({}),
  migrate: second({}),
  migrateBullmq: second({}),
  mountTools: second(Object.assign(() => undefined, { ...server, register: run })),
  openCassette: second({ tools: [], call: run }),
  otcToArcade: second({}),
  otcToMcp: second({}),
  readOpenApi: second({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: {} }),
  retrying: second(run),
  serveStdio: second(server),
  toAiSdk: second([]),
  toAnthropic: second([]),
  toAnthropicRunner: second([]),
  toGemini: second([]),
  toLangChain: second([]),
  toMcpServerFactory: second(server),
  toOpenAiAgents: second([]),
  toOpenAiChat: second([]),
  toOpenAiResponses: second([]),
  importSource: second({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: {} }),
  toolsFromOpenApi: second({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: {} }),
  toolsFromRouter: second({}),
  toolsFromRoutes: second({}),
  toolwire: () => [{ tools: [], ...wrong }],
  traced: second(run),
  withTimeout: second(run),
};

/** Those that look at no names, and why. */
const exempt: Readonly<Record<string, string>> = {
  createArtifacts: 'is handed the options of a keeper, which has looked at them',
  createAdapterHandler: 'is handed the options of an adapter, which has looked at them',
  createContextReader: 'is handed the options of a host, which has looked at them',
  createResponder: 'is handed the options of another function, which has looked at them',
  inspectorRoutes: 'is handed the options of the inspector, which its callers have looked at',
  openConnection: 'is handed the options of another function, which has looked at them',
  toolFromProcedure: 'is handed the fields of a tool, which are checked as such',
  toolFromRoute: 'is handed the fields of a tool, which are checked as such',
};

const factories = await findOptionFactories();

describe('every exported function with options rejects an unknown option', () => {
  it('finds these functions', () => {
    const names = new Set(factories.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(60);
    for (const name of [...Object.keys(given), ...Object.keys(exempt)]) {
      expect(names, `there is no '${name}' any more`).toContain(name);
    }
  });

  it.each(factories.filter(({ name }) => !Object.hasOwn(exempt, name)))('$name of $entry', async ({ name, make }) => {
    const making = async (): Promise<unknown> => make(...(given[name]?.() ?? only));
    await expect(making()).rejects.toThrow("Invalid option 'noSuchOption'");
  });
});
