import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { freePort } from '@toolwire/programs/free-port';
import { type Guide, programOf, type Side } from './program.ts';

/** A program of a guide that runs. */
export interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The key that the programs of the guides let in, as one of Ada's. */
export const adaKey = 'key-of-ada-0123456789abcdef0123456789';

/** Starts a program of a guide at a free port, and answers once it takes connections. */
export async function start(guide: Guide, side: Side): Promise<Started> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), ADA_KEY: adaKey };
  const child = spawn(process.execPath, [programOf(guide, side)], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isThere(url))) {
    if (child.exitCode !== null) throw new Error(`${guide}/${side}.ts ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    },
  };
}

async function isThere(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false; // no listener before everything is loaded
  }
}
