// A client for programs between stdio and HTTP. It checks what they forward.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';

export async function connectOver(program, options) {
  const child = spawn(process.execPath, [program, ...options], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const message = JSON.parse(line);
    if (message.method === 'notifications/progress') listeners.get(message.params.progressToken)?.(message.params);
    waiting.get(message.id)?.(message);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params, { signal, onProgress } = {}) => {
    last += 1;
    const id = last;
    if (onProgress !== undefined) listeners.set(id, onProgress);
    signal?.addEventListener('abort', () => {
      send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'stop' } });
      waiting.get(id)?.({ error: { message: 'canceled' } });
    });
    return new Promise((done, fail) => {
      waiting.set(id, ({ result, error }) =>
        error === undefined ? done(result) : fail(new Error(JSON.stringify(error))),
      );
      send({ id, method, params: { ...params, ...(onProgress !== undefined && { _meta: { progressToken: id } }) } });
    });
  };
  const capabilities = {};
  const clientInfo = { name: 'over-stdio', version: '1.0.0' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  send({ method: 'notifications/initialized' });
  return {
    list: async () => {
      const listed = [];
      let cursor;
      do {
        const page = await request('tools/list', cursor === undefined ? {} : { cursor });
        listed.push(...page.tools.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return listed;
    },
    call: (name, args, how) => request('tools/call', { name, arguments: args }, how),
    close: () => void child.kill(),
  };
}
