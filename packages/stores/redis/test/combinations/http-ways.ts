import { listen } from '@toolwire/node';
import type { Site } from './site.ts';
import { type CallPlan, callIdKey, type OneCall, type Way } from './way.ts';

interface Answer {
  readonly result?: { readonly taskId?: string; readonly task?: { readonly taskId: string } };
}

/** A caller of a server on a port: sends a body, and answers with the body of the answer; `leave` closes its connections. */
interface Line extends CallPlan, Pick<OneCall, 'leave' | 'stop'> {
  readonly post: (path: string, body: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

async function openLine({ server }: Site, plan: CallPlan): Promise<Line> {
  const listening = await listen(server, 0);
  const stop = (): Promise<void> => listening.close({ graceMs: 0, deadlineMs: 0 });
  plan.onTestFinished(stop);
  const caller = new AbortController();
  return {
    ...plan,
    post: async (path, body, headers = {}) => {
      const answer = await fetch(listening.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify(body),
        signal: caller.signal,
      });
      return (await answer.json()) as Answer;
    },
    leave: () => caller.abort(),
    stop,
  };
}

/** How a protocol makes a call, and how it cancels it. By default with the cancel route. */
interface Words {
  readonly begin: (line: Line) => Promise<Answer>;
  readonly cancel?: (line: Line, begun: Promise<Answer>) => unknown;
}

const over = ({ begin, cancel }: Words) =>
  async function open(site: Site, plan: CallPlan): Promise<OneCall> {
    const line = await openLine(site, plan);
    const cancelByRoute = (): Promise<Answer> =>
      line.post('/tools/cancel', { request: { call_id: 'one', tool_id: 'Jobs.Long' } });
    let begun: Promise<Answer> = Promise.reject(new Error('Nothing was sent.'));
    begun.catch(() => undefined);
    return {
      begin: () => {
        begun = begin(line);
        return begun;
      },
      cancel: () => (cancel === undefined ? cancelByRoute() : cancel(line, begun)),
      cancelElsewhere: cancelByRoute,
      leave: line.leave,
      stop: line.stop,
    };
  };

const tasksKey = 'io.modelcontextprotocol/tasks';
const takesTasks = { extensions: { [tasksKey]: {} } };
const called = { name: 'Jobs_Long', arguments: {} };
const keyOf = ({ isKeyed }: CallPlan): object => (isKeyed ? { [callIdKey]: 'one' } : {});

function ofModern(line: Line, method: string, params: object, capabilities: object): Promise<Answer> {
  const { name, taskId = name } = params as { readonly name?: string; readonly taskId?: string };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...(method === 'tools/call' && keyOf(line)),
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': taskId ?? '' };
  return line.post('/mcp', { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, headers);
}

function ofLegacy(line: Line, method: string, params: object): Promise<Answer> {
  return line.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, { 'mcp-protocol-version': '2025-11-25' });
}

/** Over HTTP. */
export const httpWays: readonly Way[] = [
  {
    name: 'Open Tool Calling',
    open: over({
      begin: ({ post, isKeyed }) =>
        post('/tools/call', { request: { tool_id: 'Jobs.Long', input: {}, ...(isKeyed && { call_id: 'one' }) } }),
    }),
  },
  {
    // This protocol cannot cancel. The call has the same ID over the other protocols.
    name: 'Arcade',
    open: over({
      begin: ({ post, isKeyed }) =>
        post('/tools/execute', {
          run_id: 'run',
          ...(isKeyed && { execution_id: 'one' }),
          tool: { toolkit: 'Jobs', name: 'Long', version: null },
          inputs: {},
          context: {},
        }),
    }),
  },
  {
    name: 'MCP 2026-07-28',
    namesCalls: true,
    open: over({
      begin: (line) => ofModern(line, 'tools/call', called, {}),
      cancel: ({ leave }) => leave(),
    }),
  },
  {
    name: 'a task of MCP 2026-07-28',
    namesCalls: true,
    isTask: true,
    open: over({
      begin: (line) => ofModern(line, 'tools/call', called, takesTasks),
      cancel: async (line, begun) =>
        ofModern(line, 'tasks/cancel', { taskId: (await begun).result?.taskId }, takesTasks),
    }),
  },
  {
    name: 'a task of MCP 2025-11-25',
    namesCalls: true,
    isTask: true,
    hasTtl: true,
    open: over({
      begin: (line) => ofLegacy(line, 'tools/call', { ...called, task: { ttl: line.ttlMs }, _meta: keyOf(line) }),
      cancel: async (line, begun) => ofLegacy(line, 'tasks/cancel', { taskId: (await begun).result?.task?.taskId }),
    }),
  },
];
