import { setTimeout as wait } from 'node:timers/promises';
import { createMcpUpdates, defineTool } from 'toolwire';
import { z } from 'zod';
import { reading } from './content-tools.ts';
import { dynamicUri } from './resources.ts';

const second = 1_000;

export const longRunning = defineTool({
  id: 'Everything.LongRunning',
  version: '1.0.0',
  name: 'trigger-long-running-operation',
  title: 'Trigger Long Running Operation Tool',
  description: 'Demonstrates a long running operation with progress updates.',
  input: z.object({
    duration: z.number().default(10).describe('Duration of the operation in seconds'),
    steps: z.number().default(5).describe('Number of steps in the operation'),
  }),
  annotations: reading,
  timeoutMs: 3_600 * second,
  run: async ({ duration, steps }, { progress, signal }) => {
    for (let done = 1; done <= steps; done += 1) {
      await wait((duration / steps) * second, undefined, { signal });
      progress(done, steps);
    }
    return `Long running operation completed. Duration: ${duration} seconds, Steps: ${steps}.`;
  },
});

const stages = ['Gathering sources', 'Analyzing content', 'Synthesizing findings', 'Generating report'];

export const research = defineTool({
  id: 'Everything.Research',
  version: '1.0.0',
  name: 'simulate-research-query',
  title: 'Simulate Research Query',
  description:
    'Simulates a deep research operation that gathers, analyzes, and synthesizes information. ' +
    'Demonstrates MCP task-based operations with progress through multiple stages. ' +
    "If 'ambiguous' is true and client supports elicitation, sends an elicitation request for clarification.",
  input: z.object({
    topic: z.string().describe('The research topic to investigate'),
    ambiguous: z
      .boolean()
      .default(false)
      .describe('Simulate an ambiguous query that requires clarification (triggers input_required status)'),
  }),
  annotations: { ...reading, readOnly: false, idempotent: false },
  taskSupport: 'required',
  run: async ({ topic, ambiguous }, { progress, signal, client, ask }) => {
    const request = {
      kind: 'form',
      message: `The research query "${topic}" could have multiple interpretations. Please clarify what you're looking for:`,
      schema: {
        type: 'object',
        properties: { interpretation: { type: 'string', title: 'Clarification' } },
        required: ['interpretation'],
      },
    } as const;
    const answers = ambiguous && client.canAsk('form') ? await ask({ clarified: request }) : undefined;
    for (const [index, stage] of stages.entries()) {
      progress(index, stages.length, `${stage}...`);
      await wait(second, undefined, { signal });
    }
    const clarified = z.object({ interpretation: z.string() }).safeParse(answers?.clarified.content);
    const subject = clarified.success ? `${topic} (${clarified.data.interpretation})` : topic;
    const list = stages.map((stage, index) => `- Stage ${index + 1}: ${stage} ✓`);
    return `# Research Report: ${subject}\n\n${list.join('\n')}`;
  },
});

/** Reports changes of resources to the clients that subscribed to them. */
export const updates = createMcpUpdates();

/** The simulated changes of each session. */
const timers = new Map<string | undefined, NodeJS.Timeout>();
const simulated = [1, 2, 3].flatMap((id) => [dynamicUri('Text', id), dynamicUri('Blob', id)]);

export const toggleUpdates = defineTool({
  id: 'Everything.ToggleUpdates',
  version: '1.0.0',
  name: 'toggle-subscriber-updates',
  title: 'Toggle Subscriber Updates',
  description: 'Toggles simulated resource subscription updates on or off.',
  annotations: { ...reading, readOnly: false, idempotent: false },
  run: (_input, { sessionId }) => {
    const timer = timers.get(sessionId);
    if (timer !== undefined) {
      clearInterval(timer);
      timers.delete(sessionId);
      return `Stopped simulated resource updates for session ${sessionId}`;
    }
    const update = (): void => simulated.forEach((uri) => updates.resourceUpdated(uri));
    update();
    timers.set(sessionId, setInterval(update, 5 * second));
    return `Started simulated resource updated notifications for session ${sessionId} at a 5 second pace. Client will receive updates for any resources the it is subscribed to.`;
  },
});
