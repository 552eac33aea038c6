import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
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
export function startNginx(upstream: string, lines: readonly string[] = []): Promise<RunningServer> {
  return startNginxWith(
    (port) => `${lines.join('\n')}\nserver {\n listen 127.0.0.1:${port};\n location / { proxy_pass ${upstream}; }\n}`,
  );
}

/** Starts an nginx of the test's own with what stands in its `http` block. */
export async function startNginxWith(
  httpOf: (port: number) => string,
): Promise<RunningServer & { readonly port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-nginx-'));
  // Started by root, its workers are somebody else, and keep long bodies in there.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configOf(folder, httpOf(port)));
  const child = spawn('nginx', ['-p', folder, '-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()));
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null) {
      await close();
      throw new Error(`nginx has ended: ${said.join('')}`);
    }
    await wait(20);
  }
  return { url, port, close };
}

function configOf(folder: string, http: string): string {
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
      ${kept.join('\n      ')}
      ${http}
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

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
