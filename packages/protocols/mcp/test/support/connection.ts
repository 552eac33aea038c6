import type { ToolService } from '@toolwire/core/wire';
import { vi } from 'vitest';
import { connectMcp, type McpConnection, type McpConnectionOptions } from '../../src/index.ts';
import { expectMessage, type Revision, type SentMessage } from './schemas.ts';

/** A connection that records sent messages. */
export interface TestConnection extends McpConnection {
  readonly sent: SentMessage[];
  /** The sent messages: batch responses are one array. */
  readonly outgoing: (SentMessage | readonly SentMessage[])[];
  /** Sends a request and waits for its response. */
  request(method: string, params?: object, id?: string | number): Promise<SentMessage>;
  /** Negotiates a revision with `initialize`. */
  initialize(revision: Revision, capabilities?: object): Promise<void>;
}

/** Connects to a service. Each received message is validated against the schema of the negotiated revision. */
export function connect(service: ToolService, options?: McpConnectionOptions): TestConnection {
  const sent: SentMessage[] = [];
  const outgoing: TestConnection['outgoing'] = [];
  const methods = new Map<unknown, string>();
  let revision: Revision | undefined;
  const take = (text: string): void => {
    const message = JSON.parse(text) as SentMessage | readonly SentMessage[];
    for (const one of [message].flat()) {
      sent.push(one);
      expectMessage(revision ?? '2026-07-28', methods.get(one.id) ?? '', one);
    }
    outgoing.push(message);
  };
  const connection = connectMcp(service, take, options);
  let lastId = 100;
  const request: TestConnection['request'] = (method, params, id = ++lastId) => {
    methods.set(id, method);
    connection.receive({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    return vi.waitFor(() => {
      const answer = sent.find((message) => message.id === id && message.method === undefined);
      if (answer === undefined) throw new Error(`No answer to ${method}`);
      return answer;
    });
  };
  return {
    sent,
    outgoing,
    receive: (message) => connection.receive(message),
    receiveUnreadable: (unreadable) => connection.receiveUnreadable(unreadable),
    close: () => connection.close(),
    request,
    initialize: async (version, capabilities = {}) => {
      revision = version;
      const clientInfo = { name: 'test', version: '1' };
      await request('initialize', { protocolVersion: version, capabilities, clientInfo }, 'init');
      connection.receive({ jsonrpc: '2.0', method: 'notifications/initialized' });
    },
  };
}

/** Parameters of a request of 2026-07-28. */
export function enveloped(params: object = {}, meta: object = {}, capabilities: object = {}): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...meta,
  };
  return { ...params, _meta };
}
