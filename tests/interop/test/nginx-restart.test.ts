import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { bundleProgram } from '@toolwire/programs';
import { makeCertificate } from '@toolwire/programs/certificate';
import { freePort } from '@toolwire/programs/free-port';
import { noNginx, startNginxWith } from '@toolwire/programs/nginx';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import { describe, expect, it, onTestFinished } from 'vitest';

const [, recipe = ''] = /^```nginx\n([^]*?)^```$/m.exec(readFileSync('docs/recipes/nginx.md', 'utf8')) ?? [];
const host = 'tools.example.com';
const program = bundleProgram(new URL('../src/programs/replica.ts', import.meta.url));
const body = JSON.stringify({ request: { tool_id: 'Test.Who' } });

const startReplica = (port: number): Promise<ReportingProcess<never>> => startReporting<never>(program, { port });

/** Sends calls in sequence until it is stopped, and counts the outcomes. */
async function callOn(port: number, ca: string, agent: Agent, isOver: () => boolean): Promise<string[]> {
  const results: string[] = [];
  while (!isOver()) {
    results.push(
      await new Promise<string>((resolve) => {
        const headers = { host, 'content-type': 'application/json' };
        const options = { host: '127.0.0.1', port, path: '/tools/call', method: 'POST', ca, servername: host };
        request({ ...options, agent, headers }, (response) => {
          response.resume().on('close', () => resolve(String(response.statusCode)));
        })
          .on('error', ({ message }) => resolve(message))
          .end(body);
      }),
    );
  }
  return results;
}

describe.skipIf(noNginx !== undefined)(
  `a rolling restart behind docs/recipes/nginx.md${noNginx === undefined ? '' : `, skipped: ${noNginx}`}`,
  () => {
    it('of both replicas under load completes all calls, except for a few during the close of a port', async () => {
      const ports = [await freePort(), await freePort()];
      const replicas = await Promise.all(ports.map(startReplica));
      const certificate = makeCertificate(host);
      const nginx = await startNginxWith((port) => {
        const changes = {
          '127.0.0.1:3000': `127.0.0.1:${ports[0]}`,
          '127.0.0.1:3001': `127.0.0.1:${ports[1]}`,
          'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
          '/etc/ssl/tools.example.com.pem': certificate.certificatePath,
          '/etc/ssl/tools.example.com.key': certificate.keyPath,
        };
        return Object.entries(changes).reduce((text, [shown, used]) => text.replaceAll(shown, () => used), recipe);
      }, 256);
      const agent = new Agent({ keepAlive: true });
      onTestFinished(async () => {
        agent.destroy();
        await nginx.close();
        certificate.remove();
        await Promise.all(replicas.map((replica) => replica.kill()));
      });

      let isOver = false;
      const calling = Array.from({ length: 12 }, () => callOn(nginx.port, certificate.text, agent, () => isOver));
      for (const [index, port] of ports.entries()) {
        replicas[index]?.signal('SIGTERM');
        await replicas[index]?.ended();
        expect(replicas[index]?.exitCode()).toBe(0);
        replicas[index] = await startReplica(port);
      }
      isOver = true;
      const results = (await Promise.all(calling)).flat();
      const counts = new Map<string, number>();
      for (const result of results) counts.set(result, (counts.get(result) ?? 0) + 1);
      const lost = counts.get('502') ?? 0;
      expect(Object.fromEntries(counts)).toEqual({ 200: results.length - lost, ...(lost > 0 && { 502: lost }) });
      // To close a port resets connections that the process has not seen yet; on a busy machine, those of one moment.
      expect(lost).toBeLessThan(results.length / 100);
      expect(results.length).toBeGreaterThan(200);
    });
  },
);
