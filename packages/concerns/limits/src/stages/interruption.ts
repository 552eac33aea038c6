import type {
  DetachedLifetime,
  FailedOutcome,
  Lifetime,
  MaybePromise,
  Outcome,
  RefusedOutcome,
  Stage,
  Tool,
} from '@toolwire/core';
import { asContinuingElsewhere, isPromise, LazySignal, mayRunTwice, settleWith } from '@toolwire/internal';
import { defaultRetryAfterMs, refuseBeforeRun } from './refusals.ts';
import { type Ending, type Run, RunList, type ToolCall } from './run-list.ts';

/** Ends running calls: all calls when the server stops, or canceled calls. */
export interface Interruption {
  /** The stage around the run of tools. */
  readonly stage: Stage<ToolCall, { readonly lifetime: Lifetime }>;
  /** Aborts all running calls; callers of tools that may run twice get a retry hint. */
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
      if (stopped) return refuseStopped(call.tool);
      const lifetime = new RunLifetime(call.lifetime);
      let outcome: MaybePromise<Outcome>;
      try {
        outcome = next({ lifetime });
      } catch (thrown) {
        lifetime.release();
        throw thrown;
      }
      if (isPromise(outcome)) return interruptible(outcome, call, lifetime, running);
      lifetime.release();
      return outcome;
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

function refuseStopped(tool: Tool): RefusedOutcome {
  return refuseBeforeRun({ code: 'unavailable', reason: 'The server stopped before the call started.', tool });
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
      const isStop = ending === 'stop';
      resolve(isStop ? failInterrupted(call.tool) : failCanceled(call.tool));
      lifetime.end(ending, isStop ? serverStops() : new DOMException('The call was canceled', 'AbortError'));
    });
    const finish = (): void => {
      running.remove(run);
      lifetime.release();
    };
    settleWith(outcome, finish, resolve, reject);
  });
}

/** Fails a call whose server stops. The tool may have had an effect, so only tools that may run twice can be retried. */
function failInterrupted(tool: Tool): FailedOutcome {
  const canRetry = mayRunTwice(tool);
  return {
    kind: 'failed',
    reason: 'interrupted',
    failure: {
      message: 'The server stopped before the tool was done.',
      ...(canRetry ? { canRetry, retryAfterMs: defaultRetryAfterMs } : {}),
    },
    tool,
  };
}

/** Fails a call that was canceled while its tool ran, without a retry hint. */
function failCanceled(tool: Tool): FailedOutcome {
  const failure = { message: 'The call was canceled. The tool may have had an effect.' };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}

/** The abort reason of a shutdown. Durable calls continue in another process, so their downstream work is not canceled. */
function serverStops(): DOMException {
  return asContinuingElsewhere(new DOMException('The server is stopping', 'AbortError'));
}

/**
 * The lifetime of a run: it ends with the client, the server or a cancellation. `withoutCaller` outlives the client, for calls with an
 * ID: `run-monitor.ts` of `@toolwire/idempotency` decides how long they continue.
 */
class RunLifetime extends LazySignal implements Lifetime {
  readonly endsDeliberately: boolean | undefined;
  #withoutCaller: DetachedSignal | undefined;
  #ended: { readonly ending: Ending; readonly reason: DOMException } | undefined;

  constructor(caller: Lifetime) {
    super(caller);
    this.endsDeliberately = caller.endsDeliberately;
  }

  get withoutCaller(): DetachedLifetime {
    if (this.#withoutCaller === undefined) {
      this.#withoutCaller = new DetachedSignal();
      if (this.#ended !== undefined) this.#withoutCaller.end(this.#ended.ending, this.#ended.reason);
    }
    return this.#withoutCaller;
  }

  /** Ends the run. A canceled run is marked first, so that a repeated call doesn't start it again. */
  end(ending: Ending, reason: DOMException): void {
    this.#ended ??= { ending, reason };
    this.#withoutCaller?.end(ending, reason);
    this.abort(reason);
  }
}

/** The part of a lifetime that ends with the server or a cancellation, and not with the client. */
class DetachedSignal extends LazySignal implements DetachedLifetime {
  #ending: Ending | undefined;

  get isCanceled(): boolean {
    return this.#ending === 'cancellation';
  }

  end(ending: Ending, reason: DOMException): void {
    this.#ending ??= ending;
    this.abort(reason);
  }

  cancel(reason: DOMException): void {
    this.end('cancellation', reason);
  }
}
