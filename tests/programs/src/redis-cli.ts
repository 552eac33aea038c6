import { spawnSync } from 'node:child_process';

/** Runs redis-cli, and returns what it prints. */
export function cli(...options: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('redis-cli', options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`redis-cli ${options.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Resolves when a condition is true, which it checks for a minute. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Not within a minute: ${what}.`);
}
