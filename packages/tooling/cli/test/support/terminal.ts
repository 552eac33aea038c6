import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';

/** A step of the user: waits for output, and then types. */
export interface TerminalStep {
  readonly when: RegExp;
  readonly type: string;
}

/** The exit code, and the whole output with its control sequences. */
export interface SeenInTerminal {
  readonly code: number | null;
  readonly screen: string;
}

/** Whether `script` can create a terminal here. On other systems it has other options. */
export function canMakeTerminals(): boolean {
  return spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
}

/** Runs a program in a separate terminal, with `script` of util-linux and a scripted user. */
export function runInTerminal(
  typed: readonly string[],
  steps: readonly TerminalStep[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<SeenInTerminal> {
  return new Promise((resolve, reject) => {
    const command = `stty columns 60; exec ${typed.map(quoted).join(' ')}`;
    const env = { PATH: process.env['PATH'], TERM: 'xterm', ...environment };
    const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], { env });
    const left = [...steps];
    let screen = '';
    let seen = 0;
    const see = (chunk: Buffer): void => {
      screen += chunk.toString();
      for (let [step] = left; step !== undefined; [step] = left) {
        const found = step.when.exec(screen.slice(seen));
        if (found === null) return;
        seen += found.index + found[0].length;
        left.shift();
        child.stdin.write(step.type);
      }
    };
    child.stdout.on('data', see);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, screen }));
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
