import process from 'node:process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { connectionError, messageOf } from '../cli-error.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { safeLine } from '../terminal/terminal-text.ts';

const maxMessageBytes = 256 * 1024 * 1024;

/** Starts a server as a child process, and shows its stderr and, with `--raw`, its messages. */
export function createStdioTransport(
  [command = '', ...args]: readonly string[],
  { mask, note, showRaw }: ConnectionSettings,
): Transport {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const child = new StdioClientTransport({ command, args, env, stderr: 'pipe', maxBufferSize: maxMessageBytes });
  if (child.stderr instanceof Readable) {
    createInterface({ input: child.stderr }).on('line', (line) => note(`${safeLine(mask(line))}\n`));
  }
  const show = (sign: string, text: string): void => showRaw?.(`${sign} ${safeLine(mask(text.trimEnd()))}\n`);
  const transport: Transport & Pick<StdioClientTransport, 'stderr' | 'pid'> = {
    // The official client recognizes stdio by these two. For its own class it starts a second process to find the revision.
    get stderr() {
      return child.stderr;
    },
    get pid() {
      return child.pid;
    },
    start: () =>
      child.start().catch((cause: unknown) => {
        throw connectionError(`${command} can't be started: ${messageOf(cause)}`, cause);
      }),
    close: () => child.close(),
    send(message) {
      show('>', serializeMessage(message));
      return child.send(message);
    },
  };
  child.onmessage = (message) => {
    show('<', serializeMessage(message));
    transport.onmessage?.(message);
  };
  child.onclose = () => transport.onclose?.();
  child.onerror = (error) => {
    show('<', error.message);
    transport.onerror?.(error);
  };
  return transport;
}
