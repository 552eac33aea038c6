// Serves tools that hold their input, to show the memory that the server holds in addition.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createMemoryArtifacts } from '@toolwire/artifacts';
import { createFetch } from '@toolwire/fetch';
import { artifact, defineTool, toolwire } from 'toolwire';

const anything = { type: 'object' } as const;
/** What lets each call of Cost.Hold go. */
const held = new Set<() => void>();

const hold = defineTool({
  id: 'Cost.Hold',
  version: '1.0.0',
  description: 'Runs until its caller has left, or Cost.Release is called.',
  input: anything,
  output: null,
  run: async (_input, { progress, signal }) => {
    progress(1);
    await new Promise<void>((resolve) => {
      const end = (): void => {
        held.delete(end);
        resolve();
      };
      held.add(end);
      signal.addEventListener('abort', end);
    });
  },
});

const release = defineTool({
  id: 'Cost.Release',
  version: '1.0.0',
  description: 'Ends all calls of Cost.Hold.',
  input: anything,
  run: () => {
    for (const end of held) end();
    return true;
  },
});

const count = defineTool({
  id: 'Cost.Count',
  version: '1.0.0',
  description: 'Tells how many calls of Cost.Hold run.',
  input: anything,
  run: () => held.size,
});

const echo = defineTool({
  id: 'Cost.Echo',
  version: '1.0.0',
  description: 'Answers with its input.',
  input: anything,
  run: (input) => input,
});

const open = new Map<string, () => void>();

const echoAsTask = defineTool({
  id: 'Cost.EchoAsTask',
  version: '1.0.0',
  description: 'Answers with its input once Cost.Open was called, and is a task until then.',
  taskSupport: 'required',
  input: anything,
  run: async (input) => {
    await new Promise<void>((resolve) => open.set('task', resolve));
    return input;
  },
});

const openTasks = defineTool({
  id: 'Cost.Open',
  version: '1.0.0',
  description: 'Lets the latest call of Cost.EchoAsTask go on.',
  input: anything,
  run: () => {
    open.get('task')?.();
    open.clear();
    return true;
  },
});

const file = defineTool({
  id: 'Cost.File',
  version: '1.0.0',
  description: 'Keeps its input as a file.',
  input: anything,
  run: (input) => artifact({ contentType: 'application/json', description: 'The input', body: JSON.stringify(input) }),
});

const files = createMemoryArtifacts({ url: 'http://127.0.0.1' });
const tools = [hold, release, count, echo, echoAsTask, openTasks, file];
const server = toolwire({ tools, artifacts: { store: files }, wires: [files.wire] });

async function listenWithFetch(): Promise<string> {
  const answer = getRequestListener(createFetch(server));
  const listening = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

const url = process.env['HOST'] === 'fetch' ? await listenWithFetch() : (await server.listen(0)).url;
process.stdout.write(`Listening on ${url}\n`);
