import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Example } from './example.ts';

/** The output of a script so far, and its process. */
export interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts a script of an example as npm would, on a free port; without npm and its shell, so that it can be stopped. */
export function runScript({ name, folder, scripts }: Example, script: string): Running {
  const [program = '', ...rest] = (scripts[script] ?? '').split(' ');
  if (program !== 'tsx' && program !== 'node') throw new Error(`${name} has no script '${script}' for tsx or node`);
  const loader = ['--import', pathToFileURL(join(folder, 'node_modules/tsx/dist/loader.mjs')).href];
  const child = spawn(process.execPath, [...(program === 'tsx' ? loader : []), ...rest], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** The address that a server prints when it is up; nothing when it ends without one. */
export async function addressOf({ child, output, ended }: Running): Promise<string | undefined> {
  const find = (): string | undefined => /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(output())?.[0];
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      const address = find();
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => resolve(find()));
  });
}
