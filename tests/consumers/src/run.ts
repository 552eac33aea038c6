import { spawn } from 'node:child_process';
import process from 'node:process';

/** The exit of a program, with its output. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end in a folder; `node` is the Node that runs this. */
export function run(program: string, args: readonly string[], folder: string): Promise<Ended> {
  const command = program === 'node' ? process.execPath : program;
  // Windows starts npm and npx through its shell only.
  const shell = process.platform === 'win32' && command === program;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: plainEnvironment(), shell, timeout: 600_000 });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The output of a program. A program that fails throws with its whole output. */
export async function outputOf(program: string, args: readonly string[], folder: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, folder);
  if (code !== 0) {
    throw new Error(`'${[program, ...args].join(' ')}' in ${folder} ended with ${code}:\n${stdout}${stderr}`);
  }
  return stdout;
}

// Put there by a test runner, or by the package manager that started it, for that one command.
const notForConsumers = [
  'FORCE_COLOR',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_PATH',
  'npm_config_call',
  'npm_config_package',
];

function plainEnvironment(): NodeJS.ProcessEnv {
  const remaining = Object.entries(process.env).filter(([name]) => !notForConsumers.includes(name));
  return { ...Object.fromEntries(remaining), NO_COLOR: '1' };
}
