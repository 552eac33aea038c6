import { nextMessage, startProcess } from '../child-process.ts';
import type { CallersAnswer, CallersTask } from './callers.ts';

/** The process that holds many connections. */
export interface ManyCallers {
  /** Resolves when what was asked is done. */
  run(task: CallersTask): Promise<void>;
  stop(): void;
}

/** Starts it. */
export function startCallers(): ManyCallers {
  const child = startProcess('scale/callers');
  return {
    run: async (task) => {
      child.send(task);
      const answer = await nextMessage<CallersAnswer>(child);
      if (!answer.ok) throw new Error(answer.problem);
    },
    stop: () => child.disconnect(),
  };
}
