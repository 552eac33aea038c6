import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { bundleProgram } from '@toolwire/programs';
import type { ClientMessage } from './conversation.ts';

/** A program that serves its stdin, with its output. */
export interface Program {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The messages that it was sent so far. */
  readonly sent: readonly ClientMessage[];
  /** The messages on stdout so far. A line that is not JSON is included as well. */
  readonly messages: readonly unknown[];
  readonly log: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  send(...messages: readonly ClientMessage[]): void;
  /** The first matching message, once it has arrived. */
  message(fits: (message: Readonly<Record<string, unknown>>) => boolean): Promise<Readonly<Record<string, unknown>>>;
}

const program = bundleProgram(new URL('program.ts', import.meta.url));

/** Starts the program of these tests; it never outlives them. */
export function startProgram(graceMs = 300): Program {
  const child = spawn(process.execPath, [program, String(graceMs)], { stdio: ['pipe', 'pipe', 'pipe'] });
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const sent: ClientMessage[] = [];
  const messages: Readonly<Record<string, unknown>>[] = [];
  let log = '';
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    messages.push(...lines.map(read));
    child.emit('lines');
  });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code, signal]) => {
    process.off('exit', killOnExit);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  return {
    child,
    sent,
    messages,
    log: () => log,
    ended,
    send: (...more) => {
      sent.push(...more);
      child.stdin.write(more.map((message) => `${JSON.stringify(message)}\n`).join(''));
    },
    async message(fits) {
      for (;;) {
        const found = messages.find(fits);
        if (found !== undefined) return found;
        const [event] = await Promise.race([once(child, 'lines').then(() => ['lines']), ended.then(() => ['ended'])]);
        if (event === 'ended' && !messages.some(fits)) throw new Error(`The program has ended: ${log}`);
      }
    },
  };
}

function read(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return { notJson: line };
  }
}
