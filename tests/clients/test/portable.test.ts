import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { findPortabilityProblems } from '@toolwire/validate/portability';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { clients } from '../src/clients.ts';
import type { RunningServer } from '../src/fixtures/listen-on.ts';
import { installClient } from '../src/install-client.ts';
import { startPortableServer } from '../src/portable/portable-server.ts';
import { portableInputs } from '../src/portable/tools.ts';
import { judgeTools, type Verdict } from '../src/program.ts';

/** The time for a client that is installed first, hundreds of packages on a busy machine. */
const installMs = 600_000;

describe('66 realistic tools', () => {
  let portable: RunningServer;
  let written: RunningServer;
  beforeAll(async () => {
    [portable, written] = await Promise.all([startPortableServer('portable'), startPortableServer('written')]);
  });
  afterAll(() => Promise.all([portable.close(), written.close()]));

  /** The conversions of a client. If it is not available, the test is skipped with a message. */
  async function verdictOf(
    name: string,
    program: string,
    server: RunningServer,
    { skip }: TestContext,
  ): Promise<Verdict> {
    const client = clients.find((one) => one.name === name);
    if (client === undefined) throw new Error(`There is no client '${name}'`);
    const installed = await installClient(client);
    if (!installed.ok) return skip(`${name} could not be installed: ${installed.reason}`);
    return judgeTools(installed.folder, program, `${server.url}/mcp`);
  }

  it('are listed without root keywords for which a model API rejects a request', async () => {
    const client = new Client({ name: 'reader', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${portable.url}/mcp`));
    await client.connect(transport);
    const { tools } = await client.listTools();
    await client.close();
    expect(tools).toHaveLength(66);
    expect(Object.keys(portableInputs)).toHaveLength(66);
    const problems = tools.flatMap(({ name, inputSchema }) => findPortabilityProblems({ name, inputSchema }));
    expect(problems.filter(({ code }) => code === 'root_combinator')).toEqual([]);
  });

  it('pass the strict check of OpenAI Agents, except for a tool with arbitrary names, and few would pass unchanged', {
    timeout: installMs,
  }, async (context) => {
    const verdict = await verdictOf('openai-agents', 'openai-strict', portable, context);
    expect(verdict.refused).toEqual(['record']);
    expect(verdict.taken).toHaveLength(65);
    const before = await verdictOf('openai-agents', 'openai-strict', written, context);
    expect(before.taken.length).toBeLessThan(40);
  });

  it.for([
    ['genkit', 'genkit-tools'],
    ['google-adk', 'adk-declarations'],
  ] as const)('are all accepted by %s', { timeout: installMs }, async ([name, program], context) => {
    const verdict = await verdictOf(name, program, portable, context);
    expect(verdict.refused).toEqual([]);
    expect(verdict.taken).toHaveLength(66);
  });
});
