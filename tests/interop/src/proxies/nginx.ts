import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningServer } from '../listen-on.ts';

const hasProgram = spawnSync('nginx', ['-v']).status === 0;

/** Why tests behind nginx cannot run here; with CI=true they run all the same, and fail. */
export const noNginx: string | undefined =
  hasProgram || process.env['CI'] === 'true'
    ? undefined
    : 'there is no nginx; install it, as with `apt-get install nginx-light`';

/** Starts an nginx of the test's own in front of a server, with these lines in its `http` block; all else is as nginx has it. */
export async function startNginx(upstream: string, lines: readonly string[] = []): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-nginx-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configOf(folder, port, upstream, lines));
  const child = spawn('nginx', ['-p', folder, '-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()));
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(url))) {
    if (child.exitCode !== null) {
      await close();
      throw new Error(`nginx has ended: ${said.join('')}`);
    }
    await wait(20);
  }
  return { url, close };
}

function configOf(folder: string, port: number, upstream: string, lines: readonly string[]): string {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `
    daemon off;
    worker_processes 1;
    pid ${join(folder, 'nginx.pid')};
    events { worker_connections 64; }
    http {
      access_log off;
      ${[...kept, ...lines].join('\n      ')}
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass ${upstream}; }
      }
    }
  `;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
