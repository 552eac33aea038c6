import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TransformOptions, transformSync } from 'esbuild';
import { root } from './root.ts';

const folder = join(root, 'tests/skills/node_modules/.programs');

const options: TransformOptions = {
  loader: 'ts',
  target: 'node20',
  // Nest needs them.
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
};

/** Runs a program to its end in a separate folder, below the packages that it imports, and returns its output. */
export async function runProgram(code: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'run-'));
  try {
    writeFileSync(join(own, 'program.mjs'), transformSync(code, options).code);
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, ['program.mjs'], { cwd: own, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let complained = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
    const [exit] = (await once(child, 'close')) as [number | null];
    if (exit !== 0) throw new Error(`The program ended with ${exit}:\n${printed}${complained}`);
    return printed;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
