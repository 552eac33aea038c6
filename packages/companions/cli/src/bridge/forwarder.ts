import { type Fields, isObject } from '@toolwire/internal';
import { CliError, exitCodes } from '../cli-error.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { type McpConnection, NoAnswerInTime, NotDelivered } from '../target/mcp-connection.ts';
import { paramHeaders, routingHeaders } from '../target/mcp-session.ts';
import { whileAway } from './while-away.ts';

/** A request as a client has written it. */
interface ClientRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: Fields;
}

/** Sends what a client has written to a server, and again where the server was away. */
interface Forwarder {
  readonly request: (asked: ClientRequest) => Promise<unknown>;
  readonly notify: (method: string, params: Fields) => void;
  /** Calls off all that runs. */
  readonly end: () => void;
}

/** Remembers of a connection what it takes to begin anew: how the client has introduced itself, and which tools it may call twice. */
export function createForwarder(connection: McpConnection, { note, signal }: ConnectionSettings): Forwarder {
  const tools = new Map<string, Fields>();
  const calledOff = new Map<string | number, AbortController>();
  const ended = new AbortController();
  let introduction: Fields | undefined;
  let session = Promise.resolve();
  let sessions = 0;
  let isLost = false;

  const introduce = async (params: Fields, id: string | number): Promise<unknown> => {
    const agreed = await connection.request('initialize', params, { id });
    connection.agree(isObject(agreed) ? String(agreed['protocolVersion']) : '');
    sessions += 1;
    return agreed;
  };
  /** Waits for the session, and begins another one, once for all who miss the last. */
  const ready = (): Promise<void> => {
    if (!isLost || introduction === undefined) return session;
    isLost = false;
    note('The server has begun anew, and so does the session.\n');
    session = introduce(introduction, 'bridge-again').then(() => connection.notify('notifications/initialized', {}));
    session.catch(() => {
      isLost = true;
    });
    return session;
  };
  const sendOnce = async ({ id, method, params }: ClientRequest): Promise<unknown> => {
    if (method === 'initialize') {
      introduction = params;
      return introduce(params, id);
    }
    await ready();
    const abort = new AbortController();
    calledOff.set(id, abort);
    try {
      const result = await connection.request(method, params, {
        id,
        headers: headersOf(method, params, tools),
        signal: AbortSignal.any([abort.signal, ended.signal]),
      });
      if (method === 'tools/list') remember(result, tools);
      return result;
    } catch (thrown) {
      abort.signal.throwIfAborted();
      throw isBroken(thrown) ? afterBreak(thrown, method, params, tools) : thrown;
    } finally {
      calledOff.delete(id);
    }
  };
  return {
    async request(asked) {
      let used = sessions;
      return whileAway(
        () => {
          used = sessions;
          return sendOnce(asked);
        },
        {
          signal: AbortSignal.any([signal, ended.signal]),
          onAway({ isSessionOver, message }) {
            note(`${message}\n`);
            if (isSessionOver && used === sessions) isLost = true;
          },
        },
      );
    },
    notify(method, params) {
      const { requestId } = params;
      // Of the newest revision a request is called off by its connection alone.
      if (method === 'notifications/cancelled' && introduction === undefined) {
        if (typeof requestId === 'string' || typeof requestId === 'number') calledOff.get(requestId)?.abort();
        return;
      }
      const sent = ready().then(() => connection.notify(method, params));
      // The requests behind it wait until it has arrived.
      if (method === 'notifications/initialized') session = sent.catch(() => undefined);
      sent.catch((thrown: unknown) => note(`${method} is lost: ${String(thrown)}\n`));
    },
    end: () => ended.abort(),
  };
}

/** What HTTP repeats of a request of the newest revision; those before have nothing of the kind. */
function headersOf(
  method: string,
  params: Fields,
  tools: ReadonlyMap<string, Fields>,
): Readonly<Record<string, string>> {
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const version = meta['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') return {};
  const tool = method === 'tools/call' ? tools.get(String(params['name'])) : undefined;
  return {
    ...routingHeaders(version, method, params),
    ...(tool !== undefined && paramHeaders(tool['inputSchema'], params['arguments'])),
  };
}

function remember(result: unknown, tools: Map<string, Fields>): void {
  const listed = isObject(result) && Array.isArray(result['tools']) ? result['tools'].filter(isObject) : [];
  for (const tool of listed) tools.set(String(tool['name']), tool);
}

function isBroken(thrown: unknown): thrown is CliError {
  const isConnection = thrown instanceof CliError && thrown.exitCode === exitCodes.unconnected;
  return isConnection && !(thrown instanceof NoAnswerInTime) && !(thrown instanceof NotDelivered);
}

/** A request whose connection broke is sent again where that does no harm; of others nobody knows whether they ran. */
function afterBreak(thrown: CliError, method: string, params: Fields, tools: ReadonlyMap<string, Fields>): CliError {
  const tool = tools.get(String(params['name']));
  const { readOnlyHint, idempotentHint } =
    tool !== undefined && isObject(tool['annotations']) ? tool['annotations'] : {};
  const isHarmless = method !== 'tools/call' || readOnlyHint === true || idempotentHint === true;
  if (isHarmless) return new NotDelivered(thrown.message, thrown);
  return new CliError(exitCodes.unconnected, `The connection broke, and the tool may have run: ${thrown.message}`);
}
