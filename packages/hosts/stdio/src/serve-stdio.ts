import type { Readable, Writable } from 'node:stream';
import type { ToolService } from '@toolwire/core/wire';
import { checkNames, mergeOptions, type NamesOf } from '@toolwire/internal';
import { connectMcp, type McpConnectionOptions } from '@toolwire/mcp';
import { parseJson } from '@toolwire/server';
import { guardStdout } from './guard-stdout.ts';
import { createLineWriter, exitWhenClosed } from './line-writer.ts';
import { MessageId } from './message-id.ts';
import { type LongLine, readLines, unreadableLine } from './read-lines.ts';

/** How tools are served over a pair of streams; the rest is what MCP itself takes. */
export interface StdioOptions extends McpConnectionOptions {
  /** Where messages come from; the process's stdin if left out. */
  readonly input?: Readable | undefined;
  /** Where answers go; the process's stdout if left out, and then nothing else is let onto it. */
  readonly output?: Writable | undefined;
  /** The longest message in bytes; 16 MiB if left out, since files travel inside of messages. */
  readonly maxLineBytes?: number | undefined;
  /** The deepest nesting of a message; 64 if left out. */
  readonly maxDepth?: number | undefined;
  /** Ends the process when the client has left, or on SIGTERM and SIGINT; if left out, it does so when `input` is left out. */
  readonly ownsProcess?: boolean | undefined;
}

/** Tools that are being served. */
export interface StdioServing {
  /** Resolves when the client has left, or `close` was called, and everything is over. */
  readonly closed: Promise<void>;
  /** Takes no more messages, waits a little for calls that run, and cancels those that still do. */
  close(): Promise<void>;
}

const optionNames: NamesOf<StdioOptions> = {
  input: true,
  output: true,
  maxLineBytes: true,
  maxDepth: true,
  ownsProcess: true,
  principal: true,
  onlyClient: true,
  values: true,
  graceMs: true,
  serverInfo: true,
  instructions: true,
  versions: true,
  schemas: true,
  pageSize: true,
  ttlMs: true,
  logging: true,
  resultMeta: true,
  artifactLinks: true,
  stateSecret: true,
  stateTtlMs: true,
  maxListeners: true,
  maxListenersPerCaller: true,
  taskAfterMs: true,
  resources: true,
  resourceUpdates: true,
  prompts: true,
  validator: true,
  converters: true,
  logger: true,
};

/** Serves tools to the program that has started this process, by MCP over stdin and stdout. */
export function serveStdio(server: { readonly service: ToolService }, options: StdioOptions = {}): StdioServing {
  checkNames('serveStdio()', options, optionNames);
  const {
    input = process.stdin,
    output = process.stdout,
    maxLineBytes = 16 * 1024 * 1024,
    maxDepth = 64,
    ...rest
  } = options;
  const { ownsProcess = options.input === undefined, ...connecting } = rest;
  const limits = { maxBytes: maxLineBytes, maxDepth };
  const guard = options.output === undefined ? guardStdout() : undefined;
  const writer = createLineWriter(output, guard?.write ?? output.write.bind(output));
  // Whoever has started this process has it alone.
  const onlyClient = options.input === undefined;
  const connection = connectMcp(
    server.service,
    (message) => writer.send(message),
    mergeOptions({ onlyClient }, connecting),
  );

  const stopReading = (): void => void input.destroy();
  // Nobody reads any more. It stays in place: what is still on its way may fail later.
  output.on('error', stopReading);

  const read = async (): Promise<void> => {
    for await (const line of readLines(input, maxLineBytes)) {
      const body = line instanceof Uint8Array ? parseJson(line, limits) : undefined;
      if (body?.ok === true) connection.receive(body.value);
      else connection.receiveUnreadable(unreadableLine(body?.problem ?? 'too_large', limits), idOf(line));
      // A client that does not read is not read from either.
      await writer.caughtUp();
    }
  };
  const closed = read()
    // The stream was cut, by `close` or by the system.
    .catch(() => undefined)
    .then(() => connection.close())
    .then(() => writer.flushed())
    .then(() => guard?.release());
  const serving: StdioServing = {
    closed,
    close: () => {
      stopReading();
      return closed;
    },
  };
  if (ownsProcess) exitWhenClosed(serving);
  return serving;
}

/** The id of a message that could not be read. */
function idOf(line: Uint8Array | LongLine): unknown {
  if (!(line instanceof Uint8Array)) return line.id;
  const id = new MessageId();
  id.add(line);
  return id.take();
}
