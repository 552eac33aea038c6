import {
  type InputAnswers,
  type InputRequests,
  InputRequired,
  isInputRequired,
  type MaybePromise,
  type Outcome,
} from '@toolwire/core';
import type { TaskEnd } from '@toolwire/tasks';
import type { CallPlan } from '../calling/call-plan.ts';
import type { Reply } from '../rpc/json-rpc.ts';
import type { McpTaskContext } from '../settings/mcp-tasks.ts';
import { endOf } from './task-end.ts';

/** A call as the work of a task that its caller may not know of yet. */
export interface CallRun {
  /** The work, for the runner of tasks. */
  readonly work: (context: McpTaskContext) => Promise<TaskEnd>;
  /** What came of the call, if that is before the task is announced; it may still be being written. */
  readonly early: Promise<{ readonly reply: MaybePromise<Reply> }>;
  /** From here on there is a task for its caller: what the tool asks for is asked of that, and what comes of it is kept there. */
  readonly announce: () => void;
}

/** How a call can be asked for input once it is a task. */
export interface AskingTask {
  /** Tells what its caller can be asked for; for the rest the tool ends as it does where nobody can be asked. */
  readonly canAsk: (requests: InputRequests) => boolean;
  /** Asks, and waits for the answers. */
  readonly ask: (requests: InputRequests, context: McpTaskContext) => Promise<InputAnswers>;
}

/** Makes the run of a call. */
export function createCallRun(plan: CallPlan, asking: AskingTask): CallRun {
  let announced = false;
  let endEarly: (early: Awaited<CallRun['early']>) => void = () => undefined;
  const early: CallRun['early'] = new Promise((resolve) => {
    endEarly = resolve;
  });
  const askNow = plan.call.ask ?? ((requests: InputRequests) => Promise.reject(new InputRequired(requests)));

  const ask = async (requests: InputRequests, context: McpTaskContext): Promise<InputAnswers> => {
    try {
      return await askNow(requests);
    } catch (thrown) {
      if (!announced || !isInputRequired(thrown) || !asking.canAsk(thrown.requests)) throw thrown;
      const lacking = thrown.requests;
      const answers = await asking.ask(lacking, context);
      const others = Object.entries(requests).filter(([key]) => !Object.hasOwn(lacking, key));
      return others.length === 0 ? answers : { ...(await askNow(Object.fromEntries(others))), ...answers };
    }
  };

  const run = async (context: McpTaskContext): Promise<Outcome> => {
    const asked = new Set<string>();
    for (;;) {
      const outcome = await plan.run({
        // Whoever cancels a task, or lets its time pass, does not come back for the answer.
        lifetime: { signal: context.signal, endsDeliberately: true },
        // As long as the task is kept, also for a tool that minds no signal; the server's default is for callers who wait.
        timeLimitMs: context.ttlMs,
        ask: (requests) => ask(requests, context),
        reportProgress: (done, total, message) => context.say(progressText(done, total, message)),
        // MCP-TASKX-09: log lines have no place on a task, and progress becomes its words.
        reportLog: undefined,
      });
      if (!announced || outcome.kind !== 'input_required' || !asking.canAsk(outcome.requests)) return outcome;
      // Asked just before there was a task, or by a tool that only runs again with the answers.
      const keys = Object.keys(outcome.requests);
      if (keys.every((key) => asked.has(key))) return { ...outcome, ...asksForEver };
      for (const key of keys) asked.add(key);
      await asking.ask(outcome.requests, context);
    }
  };

  return {
    early,
    announce: () => {
      announced = true;
    },
    work: async (context) => {
      const outcome = await run(context);
      const reply = plan.reply(outcome);
      if (!announced) endEarly({ reply });
      return endOf(await reply, outcome);
    },
  };
}

const asksForEver = {
  kind: 'refused',
  code: 'internal',
  message: 'The tool asks again for what it has been given.',
} as const;

function progressText(done: number, total: number | undefined, message: string | undefined): string {
  const count = total === undefined ? String(done) : `${done} of ${total}`;
  return message === undefined ? count : `${message} (${count})`;
}

/** Asks by way of the task itself: it requires input until its caller has brought the answers. */
export function askByTask(requests: InputRequests, context: McpTaskContext): Promise<InputAnswers> {
  return context.ask(requests);
}
