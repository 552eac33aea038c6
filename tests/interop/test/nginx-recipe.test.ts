import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { defineTool } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { createNodeListener } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { makeCertificate } from '@toolwire/programs/certificate';
import { noNginx, startNginxWith } from '@toolwire/programs/nginx';
import { createToolServer, silentLogger } from '@toolwire/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOn, type RunningServer } from '../src/listen-on.ts';

const page = readFileSync('docs/recipes/nginx.md', 'utf8');
const [, recipe = ''] = /^```nginx\n([^]*?)^```$/m.exec(page) ?? [];
const [, sticky = ''] = /`(hash [^`]+;)` in `upstream`/.exec(page) ?? [];
const host = 'tools.example.com';

/** One of the processes. It returns its name, and accepts long inputs. */
function startProcess(name: string): Promise<RunningServer> {
  const who = defineTool({
    id: 'Test.Who',
    version: '1.0.0',
    description: 'Says which process answers.',
    run: () => name,
  });
  const wires = [otc(), mcp()];
  const server = createToolServer({ tools: [who], wires, allowedHosts: [host], logger: silentLogger });
  return listenOn(createNodeListener(server));
}

let gone: RunningServer | undefined;

interface Behind {
  readonly port: number;
  readonly certificate: string;
  readonly processes: readonly [RunningServer, RunningServer];
}

/** What the page shows, to the letter, but for the places of the processes, of the certificate and of nginx itself. */
async function startBehind(more = ''): Promise<Behind> {
  const processes = [await startProcess('one'), await startProcess('two')] as const;
  const certificate = makeCertificate(host);
  const nginx = await startNginxWith((port) => {
    const changes = {
      '127.0.0.1:3000': new URL(processes[0].url).host,
      '127.0.0.1:3001': new URL(processes[1].url).host,
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '/etc/ssl/tools.example.com.pem': certificate.certificatePath,
      '/etc/ssl/tools.example.com.key': certificate.keyPath,
      'upstream tools {': `upstream tools { ${more}`,
    };
    return Object.entries(changes).reduce((text, [shown, used]) => {
      expect(text.split(shown), shown).toHaveLength(2);
      return text.replace(shown, () => used);
    }, recipe);
  });
  onTestFinished(async () => {
    await nginx.close();
    certificate.remove();
    await Promise.all(processes.filter((one) => one !== gone).map((one) => one.close()));
  });
  return { port: nginx.port, certificate: certificate.text, processes };
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

function post(
  { port, certificate }: Behind,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      ca: certificate,
      servername: host,
      headers: { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, body: text }));
    });
    sent.end(JSON.stringify(body));
  });
}

const call = (input: unknown = {}): object => ({ request: { tool_id: 'Test.Who', input } });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

async function answeredBy(behind: Behind, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { body } = await post(behind, '/tools/call', call(), headers);
  return (JSON.parse(body) as { readonly result?: { readonly value?: unknown } }).result?.value;
}

async function answerers(
  behind: Behind,
  times: number,
  headers?: Readonly<Record<string, string>>,
): Promise<ReadonlySet<unknown>> {
  const found = new Set<unknown>();
  for (let time = 0; time < times; time += 1) found.add(await answeredBy(behind, headers));
  return found;
}

describe.skipIf(noNginx !== undefined)(
  `docs/recipes/nginx.md${noNginx === undefined ? '' : `, skipped: ${noNginx}`}`,
  () => {
    it('lets both processes serve calls under the public hostname, over TLS', async () => {
      const behind = await startBehind();
      expect(await answerers(behind, 8)).toEqual(new Set(['one', 'two']));
      expect(await post(behind, '/mcp', initialize)).toMatchObject({ status: 200 });
    });

    it('lets the server reject a body that is too large, in the format of the protocol', async () => {
      const answer = await post(await startBehind(), '/tools/call', call({ text: 'x'.repeat(1.5 * 1024 ** 2) }));
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({
        developer_message: expect.stringContaining('1048576') as unknown,
      });
    });

    it('loses no call when one of the processes stops', async () => {
      const behind = await startBehind();
      await answerers(behind, 4);
      [gone] = behind.processes;
      await gone.close();
      expect(await answerers(behind, 12)).toEqual(new Set(['two']));
    });

    it('keeps an MCP session on one process, with the line on the page', async () => {
      const behind = await startBehind(sticky);
      for (const session of ['a', 'b', 'c', 'd']) {
        expect((await answerers(behind, 6, { 'mcp-session-id': session })).size).toBe(1);
      }
    });
  },
);
