import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { findPortabilityProblems } from '@toolwire/portability';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clients } from '../src/clients.ts';
import type { RunningServer } from '../src/fixtures/listen-on.ts';
import { installClient } from '../src/install-client.ts';
import { startPortableServer } from '../src/portable/portable-server.ts';
import { portableInputs } from '../src/portable/tools.ts';
import { judgeTools, type Verdict } from '../src/program.ts';

describe('sixty-six tools as people write them', () => {
  let portable: RunningServer;
  let written: RunningServer;
  beforeAll(async () => {
    [portable, written] = await Promise.all([startPortableServer('portable'), startPortableServer('written')]);
  });
  afterAll(() => Promise.all([portable.close(), written.close()]));

  /** What a client makes of them, or `undefined` where it cannot be had. */
  async function verdictOf(name: string, program: string, server: RunningServer): Promise<Verdict | undefined> {
    const client = clients.find((one) => one.name === name);
    const installed = client && (await installClient(client));
    if (installed?.ok === true) return judgeTools(installed.folder, program, `${server.url}/mcp`);
    process.stderr.write(`${name} does not judge, since it could not be installed: ${installed?.reason ?? ''}\n`);
    return undefined;
  }

  it('are listed with nothing at their roots that a model is refused all tools of a request for', async () => {
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

  it('pass the strict check of OpenAI Agents but for the one that takes any names, and few would as they are written', {
    timeout: 200_000,
  }, async () => {
    const verdict = await verdictOf('openai-agents', 'openai-strict', portable);
    if (verdict === undefined) return;
    expect(verdict.refused).toEqual(['record']);
    expect(verdict.taken).toHaveLength(65);
    const before = await verdictOf('openai-agents', 'openai-strict', written);
    expect(before?.taken.length).toBeLessThan(40);
  });

  it.each([
    ['genkit', 'genkit-tools'],
    ['google-adk', 'adk-declarations'],
  ])('are all taken by %s', { timeout: 200_000 }, async (name, program) => {
    const verdict = await verdictOf(name, program, portable);
    if (verdict === undefined) return;
    expect(verdict.refused).toEqual([]);
    expect(verdict.taken).toHaveLength(66);
  });
});
