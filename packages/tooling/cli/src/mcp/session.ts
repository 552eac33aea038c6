import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Progress,
  ProtocolError,
  StreamableHTTPClientTransport,
  type Transport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { type Fields, maxTimerMs } from '@toolwire/internal';
import { connectionError, NotDelivered, ResponseTimeout } from '../cli-error.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import type { AnswerQuestion } from '../terminal/elicit.ts';
import { createAuthorizedFetch } from './authorized-fetch.ts';
import { anySchema, createOfficialClient, type OfficialClientOptions, type RunningRequest } from './official-client.ts';
import { errorFrom } from './server-errors.ts';
import { createStdioTransport } from './stdio-transport.ts';
import { createTimeLimits } from './time-limits.ts';

/** A connection to an MCP server, of any revision. */
export interface McpSession {
  readonly serverName: string | undefined;
  readonly request: (method: string, params: Fields, options?: RequestOptions) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface RequestOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Answers questions that the server asks while this request runs. */
  readonly answerQuestion?: AnswerQuestion | undefined;
  /** Headers of this request over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

export async function openHttpSession(url: URL, settings: ConnectionSettings): Promise<McpSession> {
  const limits = createTimeLimits(settings.timeoutMs);
  const running = new AsyncLocalStorage<RunningRequest>();
  const transport = new StreamableHTTPClientTransport(url, { fetch: createAuthorizedFetch(url, settings, limits) });
  const send = transport.send.bind(transport);
  // The official client waits for its timeout when a response stream ends without a response.
  transport.send = (message, options) => {
    const onRequestStreamEnd = running.getStore()?.onStreamEnd;
    return send(message, { ...options, ...(onRequestStreamEnd !== undefined && { onRequestStreamEnd }) });
  };
  const session = await connect({
    address: url.href,
    ending: `${url.href} closed the connection`,
    transport,
    settings,
    limits,
    running,
    negotiation: httpNegotiation,
  });
  return {
    ...session,
    async close() {
      const end = (signal: AbortSignal): Promise<void> => {
        // The request has no other signal.
        signal.addEventListener('abort', () => void transport.close(), { once: true });
        return transport.terminateSession();
      };
      // A server that refuses ends the session at its own limit, and the result of the command is the same.
      if (!settings.signal.aborted) await session.withTimeLimit(end).catch(() => undefined);
      await session.close();
    },
  };
}

/** Starts a server as a child process, and connects to it over its stdin and stdout. */
export async function openStdioSession(command: readonly string[], settings: ConnectionSettings): Promise<McpSession> {
  const address = command.join(' ');
  const open = (negotiation: VersionNegotiationOptions): Promise<McpSession> => {
    const transport = createStdioTransport(command, settings);
    const limits = createTimeLimits(settings.timeoutMs);
    const ending = `${address} exited`;
    return connect({ address, ending, transport, settings, limits, running: new AsyncLocalStorage(), negotiation });
  };
  try {
    return await open(stdioNegotiation);
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown;
    // A server of 2026-07-28 that started slowly received `initialize`, which it does not support.
    return open({ mode: { pin: '2026-07-28' } }).catch(() => {
      throw connectionError(`${address}: ${thrown.message}`, thrown);
    });
  }
}

// The limits of the connection apply instead of the timeouts of the official client, because they can be paused.
const httpNegotiation: VersionNegotiationOptions = { mode: 'auto', probe: { timeoutMs: maxTimerMs } };
// Some older servers do not respond to an unknown method.
const stdioNegotiation: VersionNegotiationOptions = { mode: 'auto', probe: { timeoutMs: 3000 } };

interface Connecting extends OfficialClientOptions {
  readonly address: string;
  /** The end of the connection as the start of a sentence, such as `node server.mjs exited`. */
  readonly ending: string;
  readonly transport: Transport;
}

interface ConnectedSession extends McpSession {
  /** Runs an operation until the time limit or an abort. Rejects with an error for the user. */
  readonly withTimeLimit: <Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    endedBy?: readonly AbortSignal[],
  ) => Promise<Result>;
}

async function connect(connecting: Connecting): Promise<ConnectedSession> {
  const { address, ending, transport, settings, limits, running } = connecting;
  const client = createOfficialClient(connecting);
  let isClosed = false;
  client.onclose = () => {
    isClosed = true;
  };
  // The client chains a handler that is set before connect.
  transport.onmessage = limits.renew;

  const withTimeLimit: ConnectedSession['withTimeLimit'] = async (work, endedBy = []) => {
    const limit = limits.start();
    try {
      return await work(AbortSignal.any([settings.signal, limit.signal, ...endedBy]));
    } catch (thrown) {
      for (const signal of [settings.signal, ...endedBy]) signal.throwIfAborted();
      if (limit.signal.aborted) throw new ResponseTimeout(address, thrown);
      throw errorFrom(thrown, ending);
    } finally {
      limit.end();
    }
  };

  await withTimeLimit(async (signal) => {
    const close = (): void => void transport.close();
    signal.addEventListener('abort', close);
    // The negotiation of the official client has no signal: it ends when its transport is closed.
    await client
      .connect(transport, { signal, timeout: maxTimerMs })
      .finally(() => signal.removeEventListener('abort', close));
  });
  return {
    serverName: client.getServerVersion()?.name,
    withTimeLimit,
    request(method, params, { headers, onProgress, answerQuestion, signal: canceled } = {}) {
      if (isClosed) return Promise.reject(new NotDelivered(`${ending}.`));
      const ended = new AbortController();
      const onStreamEnd = (): void =>
        ended.abort(connectionError('The connection closed before the response arrived.'));
      const send = (signal: AbortSignal): Promise<unknown> =>
        client.request({ method, params }, anySchema, {
          signal,
          timeout: maxTimerMs,
          allowInputRequired: true,
          ...(headers !== undefined && { headers }),
          ...(onProgress !== undefined && { onprogress: onProgress }),
        });
      const endedBy = [ended.signal, ...(canceled === undefined ? [] : [canceled])];
      return running.run({ answerQuestion, onStreamEnd }, () => withTimeLimit(send, endedBy));
    },
    close: () => client.close(),
  };
}
