import process from 'node:process';
import type { ReadStream } from 'node:tty';
import { supportsColor } from './style.ts';
import type { ChooseMany, Terminal } from './terminal.ts';
import { truncate } from './text-width.ts';

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

interface TerminalStream {
  readonly columns: number;
  readonly write: (text: string) => void;
}

const delayMs = 300;
const frameMs = 80;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Creates a line that shows work in progress below the output. */
export function createStatusLine(stream: TerminalStream) {
  let current: string | undefined;
  let isDrawn = false;
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    if (isDrawn) stream.write('\r\u001b[K');
    isDrawn = false;
  };
  const draw = (): void => {
    const line = `${frames[frame % frames.length] ?? ''} ${current ?? ''}`;
    // A line of the whole width would wrap.
    stream.write(`\r${truncate(line, Math.max(1, stream.columns - 1))}\u001b[K`);
    isDrawn = true;
    frame += 1;
    timer = setTimeout(draw, frameMs).unref();
  };
  return {
    /** Shows a line once the work takes longer than 300 ms; `undefined` removes it. */
    show: (text: string | undefined): void => {
      current = text;
      if (text !== undefined) {
        timer ??= setTimeout(draw, delayMs).unref();
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      clear();
    },
    /** Clears the line before other output. It is drawn again below. */
    clear,
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
