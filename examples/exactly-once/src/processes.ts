import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('./server.ts', import.meta.url));

/** A running server. */
export interface Running {
  readonly url: string;
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>;
}

/** Starts `src/server.ts`, and waits until it listens. */
export async function startServer(environment: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', server], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    url: await urlOf(child),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [url] = /http:\/\/[^/\s]+/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
}
