import type { Readable, Writable } from 'node:stream';
import type { ToolService } from '@toolwire/core/wire';
import { checkNames, maxTimerMs, type NamesOf } from '@toolwire/internal';
import type { McpConnectionOptions } from '@toolwire/mcp';
import { connectionNames, openConnection } from '@toolwire/mcp/internal';
import { parseJson } from '@toolwire/server';
import { createLineWriter } from './line-writer.ts';
import { MessageId } from './message-id.ts';
import { type LongLine, readLines, unreadableLine } from './read-lines.ts';
import { guardStdout } from './stdout-guard.ts';

/** Options of `serveStdio()`, in addition to the options of MCP. */
export interface StdioOptions extends McpConnectionOptions {
  /** The stream of incoming messages. By default stdin, and then the process exits when the client disconnects, and on SIGTERM and SIGINT. */
  readonly input?: Readable | undefined;
  /** The stream of outgoing messages. By default stdout, which then carries no other output. */
  readonly output?: Writable | undefined;
}

/** A running MCP connection over stdin and stdout. */
export interface StdioServing {
  /** Resolves when the connection has closed and all work has ended. */
  readonly closed: Promise<void>;
  /** Accepts no more messages, waits briefly for running calls, and cancels the rest. */
  close(): Promise<void>;
}

const optionNames: NamesOf<StdioOptions> = { ...connectionNames, input: true, output: true };

/** The limits of a message. It may contain files, and nest as deeply as over HTTP. */
const limits = { maxBytes: 16 * 1024 * 1024, maxDepth: 64, maxParts: Number.POSITIVE_INFINITY };

/** Serves tools to the parent process, with MCP over stdin and stdout. `afterClose` runs before `closed` resolves and the process exits. */
export function serveStdio(
  server: { readonly service: ToolService },
  options: StdioOptions = {},
  afterClose: (ownsProcess: boolean) => Promise<void> = () => Promise.resolve(),
): StdioServing {
  checkNames('serveStdio()', options, optionNames);
  const { input = process.stdin, output = process.stdout, graceMs = 1000, ...connectionOptions } = options;
  const ownsProcess = options.input === undefined;
  // The parent process is the only client of stdin.
  const opener = { functionName: 'serveStdio()', isOnlyClient: input === process.stdin };
  const connection = openConnection(opener, server.service, (text) => writer.send(text), {
    ...connectionOptions,
    graceMs,
  });
  // After the check of the options, because an invalid one must not divert stdout.
  const guard = options.output === undefined ? guardStdout() : undefined;
  const writer = createLineWriter(output, guard?.write ?? output.write.bind(output));

  const stopReading = (): void => void input.destroy();
  // The client has stopped reading. The listener stays, because later writes may fail too.
  output.on('error', stopReading);

  const read = async (): Promise<void> => {
    for await (const line of readLines(input, limits.maxBytes)) {
      const body = line instanceof Uint8Array ? parseJson(line, limits) : undefined;
      if (body?.ok === true) connection.receive(body.value);
      else connection.receiveUnreadable(unreadableLine(body?.problem ?? 'too_large', limits), idOf(line));
      // Backpressure: no more messages are read until the client has read the responses.
      await writer.caughtUp();
    }
  };
  const closed = read()
    // The stream was destroyed, by `close` or by the system.
    .catch(() => undefined)
    .then(() => connection.close())
    .then(() => writer.flushed())
    .then(() => afterClose(ownsProcess))
    .finally(() => guard?.release());
  const serving: StdioServing = {
    closed,
    close: () => {
      stopReading();
      return closed;
    },
  };
  // The connection waits for `graceMs` twice. After it, the tasks of the server close.
  if (ownsProcess) exitWhenClosed(serving, Math.min(2 * graceMs + afterGraceMs, maxTimerMs));
  return serving;
}

/** The ID of an unreadable message. */
function idOf(line: Uint8Array | LongLine): unknown {
  if (!(line instanceof Uint8Array)) return line.id;
  const id = new MessageId();
  id.add(line);
  return id.take();
}

/** The time between the grace periods and the hard limit of a shutdown, in milliseconds. */
const afterGraceMs = 3000;

/** npm and supervisors forward a signal that the process also receives itself. A repetition this soon is the same signal. */
const repeatedSignalMs = 500;

/** Exits with 0 when the connection has closed, and with 1 at the hard limit. SIGTERM and SIGINT close it. */
function exitWhenClosed(serving: StdioServing, hardLimitMs: number): void {
  let stoppingSince: number | undefined;
  const stop = (): void => {
    if (stoppingSince !== undefined) {
      // A second signal means: exit now.
      if (performance.now() - stoppingSince >= repeatedSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(1), hardLimitMs).unref();
    void serving.close();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // Timers and connections of the app would keep the process alive.
  void serving.closed.then(() => process.exit(0));
}
