import type { FailedOutcome, Lifetime, Outcome, Stage, Tool } from '@toolwire/core';
import { passOn } from './pass-on.ts';
import { RunLifetime } from './run-lifetime.ts';
import { type Run, RunList, type ToolCall } from './run-list.ts';

/** A way to end calls that still run: all of them for a server that must stop, or those that were cancelled. */
export interface Interruption {
  /** The stage to stand around the run of tools. */
  readonly stage: Stage<ToolCall, { readonly lifetime: Lifetime }>;
  /** Aborts the signal of every running call, and answers its caller with a hint to try again. */
  readonly interrupt: () => void;
  /** Aborts the signals of the running calls that are meant, also where their callers have left, and answers who still waits. */
  readonly cancel: (isMeant: (call: ToolCall) => boolean) => void;
  /** Calls back once when this call is to end, at once where all were; until the function that it answers is called. */
  readonly onEnd: (call: ToolCall, end: Run['end']) => () => void;
  /** Resolves when nothing runs, for callers who wait or for those who have left. */
  readonly idle: () => Promise<void>;
}

/** Makes an interruption; what a tool still does after it is ignored, and calls that come after it do not run. */
export function createInterruption(): Interruption {
  let stopped = false;
  const running = new RunList();
  return {
    stage: (call, next) => {
      if (stopped) return interrupted(call.tool);
      const lifetime = new RunLifetime(call.lifetime);
      const outcome = next({ lifetime });
      if (!('then' in outcome)) {
        lifetime.release();
        return outcome;
      }
      return endedEarly(outcome, call, lifetime, running);
    },
    interrupt: () => {
      stopped = true;
      running.end('stop');
    },
    cancel: (isMeant) => running.end('cancellation', isMeant),
    onEnd: (call, end) => {
      if (stopped) {
        end('stop');
        return () => undefined;
      }
      const waiting = running.add(call, end);
      return () => running.remove(waiting);
    },
    idle: () => running.empty(),
  };
}

/** The outcome, or that the call was ended before there was one; by itself, so that a call that is answered at once makes no function. */
function endedEarly(
  outcome: Promise<Outcome>,
  call: ToolCall,
  lifetime: RunLifetime,
  running: RunList,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const run = running.add(call, (by) => {
      if (by === 'stop') {
        resolve(interrupted(call.tool));
        lifetime.abort(stopping());
      } else {
        resolve(cancelled(call.tool));
        lifetime.cancel(new DOMException('The call was cancelled', 'AbortError'));
      }
    });
    const finish = (): void => {
      running.remove(run);
      lifetime.release();
    };
    passOn(outcome, finish, resolve, reject);
  });
}

/** Nobody knows how far the tool came: only one that may run twice may be tried again as it is. */
function interrupted(tool: Tool): FailedOutcome {
  const canRetry = tool.annotations?.idempotent === true || tool.annotations?.readOnly === true;
  return {
    kind: 'failed',
    reason: 'interrupted',
    failure: {
      message: 'The server stopped before the tool was done.',
      ...(canRetry ? { canRetry, retryAfterMs: 1000 } : {}),
    },
    tool,
  };
}

/** Whoever has cancelled does not want it tried again. */
function cancelled(tool: Tool): FailedOutcome {
  const failure = { message: 'The call was cancelled before the tool was done.' };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}

/** A call that is kept goes on in another process: what it has begun elsewhere is not to be ended with it. */
function stopping(): DOMException {
  const reason = new DOMException('The server is stopping', 'AbortError');
  return Object.defineProperty(reason, Symbol.for('toolwire.goes-on'), { value: true });
}
