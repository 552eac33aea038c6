import type { Call, FailedOutcome, Lifetime, Outcome, Stage, Tool } from '@toolwire/core';
import { DerivedSignal } from '../derived-signal.ts';
import { passOn } from './pass-on.ts';
import { RunList } from './run-list.ts';

/** A way to end all calls that still run, for a server that must stop. */
export interface Interruption {
  /** The stage to stand around the run of tools. */
  readonly stage: Stage<Call & { readonly tool: Tool }, { readonly lifetime: Lifetime }>;
  /** Aborts the signal of every running call, and answers its caller with a hint to try again. */
  readonly interrupt: () => void;
  /** Calls back once when calls are interrupted, at once where they were; until the function that it answers is called. */
  readonly onInterrupt: (end: () => void) => () => void;
  /** Resolves when nothing runs that goes on without its caller. */
  readonly idle: () => Promise<void>;
}

/** Makes an interruption; what a tool still does after it is ignored, and calls that come after it do not run. */
export function createInterruption(): Interruption {
  let stopped = false;
  const running = new RunList();
  const outliving = new Outliving();
  return {
    stage: (call, next) => {
      if (stopped) return interrupted(call.tool);
      const lifetime = new RunLifetime(call.lifetime);
      const outcome = next({ lifetime });
      if (!('then' in outcome)) {
        lifetime.release();
        return outcome;
      }
      return new Promise<Outcome>((resolve, reject) => {
        const run = running.add(() => {
          resolve(interrupted(call.tool));
          lifetime.abort(new DOMException('The server is stopping', 'AbortError'));
        });
        const outlivesCaller = outliving.begin(lifetime);
        const finish = (): void => {
          running.remove(run);
          if (outlivesCaller) outliving.end();
          lifetime.release();
        };
        passOn(outcome, finish, resolve, reject);
      });
    },
    interrupt: () => {
      stopped = true;
      running.endAll();
    },
    onInterrupt: (end) => {
      if (stopped) {
        end();
        return () => undefined;
      }
      const waiting = running.add(end);
      return () => running.remove(waiting);
    },
    idle: () => outliving.none(),
  };
}

/** The runs that go on when their callers leave, and who waits for the last of them. */
class Outliving {
  readonly #waiting = new Set<() => void>();
  #runs = 0;

  /** Tells whether the run is one of them; that it has ended is then told to `end`. */
  begin({ outlivesCaller }: RunLifetime): boolean {
    if (outlivesCaller) this.#runs += 1;
    return outlivesCaller;
  }

  end(): void {
    this.#runs -= 1;
    if (this.#runs > 0 || this.#waiting.size === 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  none(): Promise<void> {
    return this.#runs === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.add(resolve));
  }
}

/** Ends with its caller or with the server; and the part of it that ends with the server alone, made when asked for. */
class RunLifetime extends DerivedSignal implements Lifetime {
  #withoutCaller: DerivedSignal | undefined;
  #ended: DOMException | undefined;

  get withoutCaller(): Lifetime {
    this.#withoutCaller ??= this.#begin();
    return this.#withoutCaller;
  }

  get outlivesCaller(): boolean {
    return this.#withoutCaller !== undefined;
  }

  override abort(reason: DOMException): void {
    super.abort(reason);
    this.#ended = reason;
    this.#withoutCaller?.abort(reason);
  }

  #begin(): DerivedSignal {
    const lifetime = new DerivedSignal({});
    if (this.#ended !== undefined) lifetime.abort(this.#ended);
    return lifetime;
  }
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
