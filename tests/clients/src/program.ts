import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The accepted and rejected tools. */
export interface Verdict {
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}

/** Has a client that is installed judge the tools of a server. */
export async function judgeTools(folder: string, program: string, url: string): Promise<Verdict> {
  const { stdout } = await run(process.execPath, [join(folder, `${program}.mjs`), url], {
    cwd: folder,
    env: { ...process.env, OPENAI_API_KEY: 'none' },
    timeout: 60_000,
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Verdict;
}
