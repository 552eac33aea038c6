import type { JsonObject } from '@toolwire/core';
import { connectMcp } from '@toolwire/mcp';
import { callOf } from './call.ts';
import type { Site } from './site.ts';
import { type CallPlan, callIdKey, type OneCall, type Way } from './way.ts';

/** Without a socket: the service itself, and a connection of MCP. */
export const serviceWays: readonly Way[] = [
  { name: 'the service', open: async ({ server }, plan) => serviceCall(server.service, server.stop.interrupt, plan) },
  {
    name: 'a connection of MCP 2025-11-25',
    namesCalls: true,
    open: async (site, plan) => connectionCall(site, plan, false),
  },
  {
    name: 'a task of a connection of MCP 2025-11-25',
    namesCalls: true,
    isTask: true,
    hasTtl: true,
    open: async (site, plan) => connectionCall(site, plan, true),
  },
];

function serviceCall(service: Site['server']['service'], stop: () => void, { isKeyed }: CallPlan): OneCall {
  const caller = new AbortController();
  const call = callOf({ callerCallId: isKeyed ? 'one' : undefined, lifetime: caller });
  const cancel = (): Promise<unknown> => service.cancel(callOf({ callerCallId: 'one' }));
  return {
    begin: async () => service.call(call),
    cancel,
    cancelElsewhere: cancel,
    leave: () => caller.abort(),
    stop,
  };
}

/** A message that came back. */
interface Received {
  readonly id?: unknown;
  readonly result?: { readonly task?: { readonly taskId: string } };
}

function connectionCall({ server }: Site, { isKeyed, ttlMs, onTestFinished }: CallPlan, isTask: boolean): OneCall {
  const answers = new Map<unknown, Received>();
  const awaited = new Map<unknown, (answer: Received) => void>();
  const hear = (sent: Received): void => {
    answers.set(sent.id, sent);
    awaited.get(sent.id)?.(sent);
  };
  const principal = { id: 'ada' };
  const connection = connectMcp(server.service, (text) => hear(JSON.parse(text) as Received), {
    principal,
    graceMs: 0,
  });
  onTestFinished(() => connection.close());
  const send = (message: JsonObject): void => connection.receive({ jsonrpc: '2.0', ...message });
  const answerTo = (id: string): Promise<Received> =>
    new Promise((resolve) => {
      const answer = answers.get(id);
      if (answer === undefined) awaited.set(id, resolve);
      else resolve(answer);
    });
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 'init', method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  return {
    begin: () => {
      const params = {
        name: 'Jobs_Long',
        arguments: {},
        ...(isTask && { task: { ttl: ttlMs } }),
        ...(isKeyed && { _meta: { [callIdKey]: 'one' } }),
      };
      send({ id: 'call', method: 'tools/call', params });
      return answerTo('call');
    },
    cancel: async () => {
      if (!isTask) return send({ method: 'notifications/cancelled', params: { requestId: 'call' } });
      const { taskId = '' } = (await answerTo('call')).result?.task ?? {};
      send({ id: 'cancel', method: 'tasks/cancel', params: { taskId } });
      await answerTo('cancel');
    },
    // Over MCP, an authenticated caller is also the user.
    cancelElsewhere: () =>
      server.service.cancel(
        callOf({ callerCallId: 'one', principal, context: { authorization: [], secrets: [], userId: principal.id } }),
      ),
    leave: () => connection.close(),
    stop: server.stop.interrupt,
  };
}
