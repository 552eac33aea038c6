import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { reasonUnless } from './reason-unless.ts';

/** An nginx of a test's own. */
export interface NginxServer {
  readonly url: string;
  readonly port: number;
  /** The process that the workers belong to. */
  readonly pid: number;
  close(): Promise<void>;
}

const hasProgram = spawnSync('nginx', ['-v']).status === 0;

/** Why tests behind nginx cannot run here; with CI=true they run all the same, and fail. */
export const noNginx: string | undefined = reasonUnless(
  hasProgram,
  'there is no nginx; install it, as with `apt-get install nginx-light`',
);

/** Starts an nginx of the test's own in front of a server, with these lines in its `http` block; all else is as nginx has it. */
export function startNginx(upstream: string, lines: readonly string[] = []): Promise<NginxServer> {
  return startNginxWith(
    (port) => `${lines.join('\n')}\nserver {\n listen 127.0.0.1:${port};\n location / { proxy_pass ${upstream}; }\n}`,
  );
}

/** Starts a separate nginx with the given `http` block, and one worker with the given number of connections. */
export async function startNginxWith(httpOf: (port: number) => string, connections = 64): Promise<NginxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-nginx-'));
  // If root starts it, its workers are another user, and store long bodies in there.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configOf(folder, httpOf(port), connections));
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
  return { url, port, pid: child.pid ?? 0, close };
}

function configOf(folder: string, http: string, connections: number): string {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `
    daemon off;
    worker_processes 1;
    pid ${join(folder, 'nginx.pid')};
    events { worker_connections ${connections}; }
    http {
      access_log off;
      ${kept.join('\n      ')}
      ${http}
    }
  `;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
