import type { FailedOutcome, Lifetime, Outcome, Stage, Tool } from '@toolwire/core';
import { mayRunTwice } from '@toolwire/internal';
import { RunLifetime } from './run-lifetime.ts';
import { type Run, RunList, type ToolCall } from './run-list.ts';
import { settleWith } from './settle-with.ts';

/** Ends running calls: all of them when the server stops, or canceled ones. */
export interface Interruption {
  /** The stage around the run of tools. */
  readonly stage: Stage<ToolCall, { readonly lifetime: Lifetime }>;
  /** Aborts all running calls; their callers get a retry hint. */
  readonly interrupt: () => void;
  /** Aborts the selected running calls, including calls whose clients have disconnected. */
  readonly cancel: (isSelected: (call: ToolCall) => boolean) => void;
  /** Registers a callback for the end of a call; it runs immediately if the server has stopped. Returns a function that removes it. */
  readonly onEnd: (call: ToolCall, end: Run['end']) => () => void;
  /** Resolves when no call is running. */
  readonly idle: () => Promise<void>;
}

/** Creates an interruption. Later results of interrupted tools are ignored, and later calls do not run. */
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
      return interruptible(outcome, call, lifetime, running);
    },
    interrupt: () => {
      stopped = true;
      running.end('stop');
    },
    cancel: (isSelected) => running.end('cancellation', isSelected),
    onEnd: (call, end) => {
      if (stopped) {
        end('stop');
        return () => undefined;
      }
      const entry = running.add(call, end);
      return () => running.remove(entry);
    },
    idle: () => running.whenEmpty(),
  };
}

/** Resolves to the outcome, or when the call is ended early. A separate function, so that synchronous calls allocate no closure. */
function interruptible(
  outcome: Promise<Outcome>,
  call: ToolCall,
  lifetime: RunLifetime,
  running: RunList,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const run = running.add(call, (ending) => {
      if (ending === 'stop') {
        resolve(interrupted(call.tool));
        lifetime.abort(stopping());
      } else {
        resolve(cancelled(call.tool));
        lifetime.cancel(new DOMException('The call was canceled', 'AbortError'));
      }
    });
    const finish = (): void => {
      running.remove(run);
      lifetime.release();
    };
    settleWith(outcome, finish, resolve, reject);
  });
}

/** The tool may have had an effect, so only tools that may run twice can be retried. */
function interrupted(tool: Tool): FailedOutcome {
  const canRetry = mayRunTwice(tool);
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

/** A canceled call has no retry hint. */
function cancelled(tool: Tool): FailedOutcome {
  const failure = { message: 'The call was canceled. The tool may have had an effect.' };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}

/** Marks that durable calls continue in another process, so that their downstream work is not canceled. */
function stopping(): DOMException {
  const reason = new DOMException('The server is stopping', 'AbortError');
  return Object.defineProperty(reason, Symbol.for('toolwire.goes-on'), { value: true });
}
