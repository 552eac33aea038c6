// Let a tool copy files for hours. A user cancels a call while it runs. Show that the tool stops, and that it made progress.
import { apiKey } from '@toolwire/auth';
import { createClient } from '@toolwire/client';
import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

let stopped: (copied: number) => void = () => undefined;
const copied = new Promise<number>((resolve) => (stopped = resolve));
const copy = defineTool({
  id: 'Files.Copy',
  version: '1.0.0',
  description: 'Copies files.',
  input: z.object({ files: z.int().describe('How many.') }),
  output: z.int(),
  taskSupport: 'optional',
  annotations: { idempotent: true },
  timeoutMs: 3_600_000,
  run: async ({ files }, { saved, save, progress, signal }) => {
    let file = Number(saved ?? 0);
    try {
      for (; file < files; file += 1) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 5));
        await save(file + 1);
        progress(file + 1, files);
      }
      return files;
    } finally {
      stopped(file);
    }
  },
});

const key = 'k'.repeat(32);
const server = toolwire({
  tools: [copy],
  limits: { deferAfterMs: 50 },
  tasks: { store: createMemoryTaskStore(), engine: createMemoryTaskEngine() },
  auth: apiKey({ keys: { ada: key } }),
});
const { url, close } = await server.listen(0);

const caller = new AbortController();
const { signal } = caller;
const follow = { maxMs: 3_600_000, onRunning: () => caller.abort() };
const call = createClient({ url, auth: { apiKey: key } }).call('Files.Copy', { files: 1_000_000 }, { signal, follow });
const [ended] = await Promise.allSettled([call]);
console.log(ended.status, (await copied) < 1_000_000);
await close();
