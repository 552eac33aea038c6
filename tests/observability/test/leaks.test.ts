import { tracingChannel } from 'node:diagnostics_channel';
import * as api from '@opentelemetry/api';
import type { Stage } from '@toolwire/core';
import { prettyLogger } from '@toolwire/log';
import { log, logRuns, redactContent } from '@toolwire/log/stage';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, type ToolServerOptions } from '@toolwire/server';
import type { RunningHost } from '@toolwire/test-hosts';
import { callChannel, trace, traceRuns } from '@toolwire/trace/stage';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Asked, callers } from '../src/callers.ts';
import { hosts } from '../src/hosts.ts';
import { type Sdk, startSdk } from '../src/sdk.ts';
import { callContext, canaries, canaryMarks, needsAll, spillingTools, wayNames } from '../src/spilling-tool.ts';

/** All that went out of the process by each way. */
interface Sinks {
  readonly pino: string[];
  readonly pretty: string[];
  readonly channel: unknown[];
}

let sdk: Sdk;
let running: RunningHost | undefined;
const sinks: Sinks = { pino: [], pretty: [], channel: [] };
const channel = tracingChannel('toolwire:call');
const keep = (message: unknown): void => void sinks.channel.push(structuredClone(message));
const subscribers = { start: keep, end: keep, asyncStart: keep, asyncEnd: keep, error: keep };

beforeAll(() => {
  sdk = startSdk();
  channel.subscribe(subscribers);
});
afterEach(async () => {
  await running?.close();
  sdk.forget();
  for (const sink of [sinks.pino, sinks.pretty, sinks.channel]) sink.length = 0;
});
afterAll(async () => {
  channel.unsubscribe(subscribers);
  await sdk.stop();
});

/** A server that reports its calls in every possible way. */
async function start(options: Partial<ToolServerOptions> = {}, moreUse: readonly Stage[] = []): Promise<string> {
  const logger = pino({ level: 'debug' }, { write: (line) => void sinks.pino.push(line) });
  const pretty = prettyLogger({ write: (line) => void sinks.pretty.push(line) });
  const server = createToolServer({
    tools: spillingTools(needsAll),
    wires: [otc(), mcp()],
    logger,
    use: [
      trace({ api, content: redactContent() }),
      callChannel(),
      log({ logger }),
      log({ logger: pretty }),
      ...moreUse,
    ],
    around: [traceRuns({ api }), logRuns({ logger })],
    ...options,
  });
  running = await hosts['node:http']?.(server);
  return running?.url ?? '';
}

/** All reports, by their kind. */
async function told(): Promise<Readonly<Record<string, string>>> {
  const spans = sdk.spans().map(({ name, attributes, events, status, links, resource }) => {
    return { name, attributes, events, status, links, resource: resource.attributes };
  });
  return {
    spans: JSON.stringify(spans),
    metrics: JSON.stringify(await sdk.metrics()),
    pino: sinks.pino.join(''),
    pretty: sinks.pretty.join('\n'),
    channel: JSON.stringify(sinks.channel),
  };
}

async function expectNoCanary(): Promise<void> {
  for (const [way, text] of Object.entries(await told())) {
    expect(text, `${way} tell of the call`).not.toMatch(/^(\[\])?$/);
    for (const mark of canaryMarks) expect(text, `${way} hold no ${mark}`).not.toContain(mark);
  }
}

const asked: Asked = { tool: 'Spill.Way0', input: { password: canaries.password }, context: callContext };

describe('tokens, secrets and passwords are in no span, metric, log line or channel message (CASE-C)', () => {
  it.each(wayNames.map((name, index) => [name, `Spill.Way${index}`]))(
    'if a tool leaks them in %s',
    async (_name, tool) => {
      const url = await start();
      await callers.otc(url, { ...asked, tool });
      await expectNoCanary();
    },
  );

  it.each(wayNames.map((name, index) => [name, `Spill.Way${index}`]))(
    'if a tool that was called over MCP leaks a password in %s',
    async (_name, tool) => {
      const url = await start({ tools: spillingTools() });
      const answer = await callers.mcp(url, { tool, input: { password: canaries.password } });
      expect(answer).toHaveProperty('result.content');
      await expectNoCanary();
    },
  );

  it.each(wayNames.map((name, index) => [name, `Spill.Way${index}`]))(
    'if the server supplied them, and a tool that was called over MCP leaks them in %s',
    async (_name, tool) => {
      const url = await start({ requirements: { token: () => canaries.token, secret: () => canaries.secret } });
      await callers.mcp(url, { tool, input: { password: canaries.password } });
      await expectNoCanary();
    },
  );

  it('if middleware added them, and middleware around the call throws an error with the result', async () => {
    const supply: Stage = (_call, next) =>
      next({
        context: {
          authorization: [{ id: 'mail', token: canaries.token }],
          secrets: [{ id: 'KEY', value: canaries.secret }],
        },
      });
    const careless: Stage = async (_call, next) => {
      throw new Error(JSON.stringify(await next()));
    };
    const url = await start({ order: ['resolve', supply, 'validate', 'requirements'] }, [careless]);
    await callers.mcp(url, { tool: 'Spill.Way0', input: { password: 'hunter22' } });
    await expectNoCanary();
  });

  it('if the caller repeats them in its IDs', async () => {
    const url = await start();
    const body = { call_id: canaries.token, trace_id: canaries.secret, tool_id: 'Spill.Way0' };
    const request = { ...body, input: { password: canaries.password }, context: callContext };
    await fetch(`${url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request }),
    });
    await expectNoCanary();
  });

  it.each([
    ['is of the wrong type', { password: { [canaries.password]: canaries.password } }],
    ['is too long', { password: canaries.password.repeat(9) }],
    ['has an unknown neighbour', { password: canaries.password, note: 1, [canaries.password]: 1 }],
  ])('if the password %s', async (_what, input) => {
    const url = await start();
    expect(await callers.otc(url, { ...asked, input })).toHaveProperty('parameter_errors');
    await expectNoCanary();
  });

  it.each([
    ['the tool is not found', { ...asked, tool: 'Spill.None' }],
    ['the version is not found', { ...asked, tool: 'Spill.Way0@9.9.9' }],
    [
      'something is missing',
      { ...asked, context: { ...callContext, secrets: [{ id: 'OTHER', value: canaries.secret }] } },
    ],
  ])('if %s', async (_what, refused) => {
    const url = await start();
    expect(await callers.otc(url, refused)).toHaveProperty('message');
    await expectNoCanary();
  });

  it('if middleware of the application throws an error with them', async () => {
    const careless: Stage = (call) => {
      throw new Error(JSON.stringify(call.context));
    };
    const url = await start({ around: [traceRuns({ api }), careless] });
    await callers.otc(url, asked);
    await expectNoCanary();
  });
});

describe('the canaries', () => {
  it('are found in a control test: a server without masking leaks them', async () => {
    const logger = pino({}, { write: (line) => void sinks.pino.push(line) });
    const careless: Stage = async (call, next) => {
      logger.info({ call: call.context, input: call.input }, 'seen');
      api.trace.getActiveSpan()?.setAttribute('input', JSON.stringify(call.input));
      return next();
    };
    const url = await start({ use: [trace({ api }), careless] });
    await callers.otc(url, asked);
    const { spans = '', pino: lines = '' } = await told();
    expect(lines).toContain('token-canary');
    expect(lines).toContain('secret-canary');
    expect(spans).toContain('password-canary');
  });
});
