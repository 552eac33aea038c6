import process from 'node:process';
import type { ReadStream } from 'node:tty';
import { createStatusLine } from './status-line.ts';
import { supportsColor } from './style.ts';
import type { ChooseMany, Terminal } from './terminal.ts';

/** The terminal of this process: its prompts, keys and output. */
export function processTerminal(signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const isDumb = env['TERM'] === 'dumb';
  // The log of a CI job would record every frame.
  const status = stderr.isTTY && !isDumb && !env['CI'] ? createStatusLine(stderr) : undefined;
  return {
    write(text) {
      status?.clear();
      stdout.write(text);
    },
    note(text) {
      status?.clear();
      stderr.write(text);
    },
    // Prompts go to stderr, because stdout may be a pipe.
    question:
      stdin.isTTY && stderr.isTTY
        ? (text) => {
            status?.show(undefined);
            return askOnLine(text, signal);
          }
        : undefined,
    chooseMany: stdin.isTTY && stderr.isTTY && !isDumb ? chooseManyWith(signal) : undefined,
    progress: status?.show,
    readKeys: stdin.isTTY && stdout.isTTY ? (onKey) => listenForKeys(stdin, onKey) : undefined,
    // Some terminals report a width of 0.
    columns: stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined,
    hasColor: supportsColor(stdout, env),
    environment: env,
    signal,
  };
}

async function askOnLine(text: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import('node:readline');
  const { stdin, stderr } = process;
  const lines = createInterface({ input: stdin, output: stderr });
  let stop = (): void => undefined;
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      // While reading a line, the terminal sends Ctrl-C as a character.
      lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      const onClose = (): void => {
        stderr.write('\n');
        resolve(undefined);
      };
      lines.on('close', onClose);
      lines.question(text, (answer) => {
        lines.off('close', onClose);
        resolve(answer);
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    lines.close();
  }
}

const [escapeKey, controlC, controlD] = ['\u001b', '\u0003', '\u0004'];

/** Arrow keys, and keys with a modifier such as Alt, are sent as Escape and more characters; Ctrl-C and Ctrl-D are not part of them. */
const keySequence = new RegExp(`${escapeKey}(?:\\[[0-?]*[ -/]*[@-~]|O.|[^${controlC}${controlD}])?`, 'gu');

/** Calls a function for each key that the user presses, without Enter. Returns a function that stops it. */
function listenForKeys(stdin: ReadStream, onKey: (key: string) => void): () => void {
  const onData = (chunk: string): void => {
    for (const key of chunk.replace(keySequence, '')) onKey(key);
  };
  stdin.setRawMode(true).setEncoding('utf8').on('data', onData).resume();
  return () => {
    stdin.off('data', onData).setRawMode(false).pause();
  };
}

/** The rows that fit into a small terminal, next to the question. */
const maxRows = 12;

/** Asks with `@clack/prompts`, which is loaded at the first question. */
function chooseManyWith(signal: AbortSignal): ChooseMany {
  return async (message, options) => {
    const { autocompleteMultiselect, isCancel } = await import('@clack/prompts');
    const chosen = await autocompleteMultiselect({
      message,
      options: options.map(({ value, label, hint }) => ({ value, label, ...(hint !== undefined && { hint }) })),
      placeholder: 'Type to search',
      maxItems: maxRows,
      signal,
      // Stdout may be a pipe.
      output: process.stderr,
    });
    return isCancel(chosen) ? undefined : chosen;
  };
}
