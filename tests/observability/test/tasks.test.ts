import * as api from '@opentelemetry/api';
import { createClient } from '@toolwire/client';
import { defineTool, type InputAnswer, type InputRequest } from '@toolwire/core';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger } from '@toolwire/server';
import { createMemoryTaskEngine, createMemoryTaskStore, createTaskCalls } from '@toolwire/tasks';
import { traceTasks } from '@toolwire/trace';
import { trace } from '@toolwire/trace/stage';
import { expect, it, onTestFinished, vi } from 'vitest';
import { pathOf, startSdk } from '../src/sdk.ts';

it('the run of a stored call joins the trace of its caller, in whichever process it runs', async () => {
  const sdk = startSdk();
  onTestFinished(() => sdk.stop());
  // The shared state of two processes.
  const [store, engine] = [createMemoryTaskStore(), createMemoryTaskEngine()];
  const steps = defineTool({
    id: 'Work.Steps',
    version: '1.0.0',
    description: 'Takes its time.',
    taskSupport: 'optional',
    run: () => sdk.tracer.startActiveSpan('what the tool does', (span) => span.end()),
  });
  const open = () =>
    createToolServer({
      tools: [steps],
      wires: [otc()],
      tasks: createTaskCalls<InputRequest, InputAnswer>({ store, engine, observer: traceTasks({ api }) }),
      limits: { deferAfterMs: 1 },
      use: [trace({ api })],
      logger: silentLogger,
    });
  const web = await listen(open(), 0);
  onTestFinished(() => web.close());
  const client = createClient({ url: web.url, follow: false });
  await sdk.tracer.startActiveSpan('agent', async (span) => {
    expect(await client.call('Work.Steps')).toMatchObject({ isRunning: true });
    span.end();
  });
  // No span is active when a worker takes it up.
  const worker = open().runTasks();
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => {
    const spans = sdk.spans();
    expect(spans.map((span) => pathOf(span, spans).join(' > '))).toContain(
      'agent > POST > execute_tool Work_Steps > execute_tool Work_Steps > what the tool does',
    );
  });
  const traces = new Set(sdk.spans().map((span) => span.spanContext().traceId));
  expect(traces.size).toBe(1);
});
