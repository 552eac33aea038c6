import { arcade } from '@toolwire/arcade';
import { defineTool, type InputAnswer, type InputRequest, type ToolDefinition } from '@toolwire/core';
import type { IdempotencyStore } from '@toolwire/idempotency';
import { idempotency } from '@toolwire/idempotency/stage';
import { concurrency } from '@toolwire/limits/stage';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { completed, createTasks, type Tasks } from '@toolwire/tasks';
import { callOf } from './call.ts';

/** A server with one slot for runs and one for tasks. */
export interface Site {
  readonly server: ToolServer;
  readonly tasks: Tasks<InputRequest, InputAnswer>;
  /** Whether there is a slot for a run, and one for a task, also where the server was stopped. */
  readonly slotsAreBack: () => Promise<boolean>;
}

/** The parts of a site. */
export interface SiteParts {
  readonly tool: ToolDefinition;
  readonly store: IdempotencyStore;
  readonly timeoutMs: number;
  readonly lingerMs: number;
}

/** Creates a site with all protocols. */
export function createSite({ tool, store, timeoutMs, lingerMs }: SiteParts): Site {
  const short = defineTool({ id: 'Jobs.Short', version: '1.0.0', description: 'Is done.', run: () => 'done' });
  const tasks = createTasks<InputRequest, InputAnswer>({ maxRunning: 1 });
  const slot = concurrency({ server: 1, queue: 0 });
  const serve = (): ToolServer =>
    createToolServer({
      tools: [tool, short],
      wires: [otc(), mcp({ taskAfterMs: 0 }), arcade()],
      tasks,
      around: [idempotency({ store, lingerMs }), slot],
      limits: { timeoutMs },
      logger: silentLogger,
    });
  // Another one with the same slots: what holds them is seen also when the first has stopped.
  const other = serve();
  return {
    server: serve(),
    tasks,
    slotsAreBack: async () => {
      const outcome = await other.service.call(callOf({ toolId: 'Jobs.Short' }));
      const started = await tasks.start({ run: () => completed(null) });
      return outcome.kind === 'value' && started.started;
    },
  };
}
