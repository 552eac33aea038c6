import type { Logger, MaybePromise } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { resolveAfterTimeout } from '@toolwire/internal';

/** A dependency that must be ready before calls arrive, such as a store. */
export interface Dependency {
  /** Its name in `/health` and in the log. */
  readonly name: string;
  readonly ready: () => Promise<unknown>;
  /** Whether calls need it; by default they do. May change with the tools. */
  readonly isNeeded?: (() => boolean) | undefined;
}

/** Whether all dependencies are ready. `server-health.ts` combines this with the other conditions of `/health`. */
export interface Readiness {
  /** Checks the dependencies that weren't ready, waits briefly, and returns why the server isn't ready. Never rejects. */
  readonly check: () => MaybePromise<string | undefined>;
  /** The last known reason why the server isn't ready. */
  readonly lacking: () => string | undefined;
}

/** Most probes time out after a second. */
const waitMs = 500;
/** The delay before a failed dependency is checked again. */
const retryAfterFailureMs = 1_000;

/** Creates the readiness of the stores of a server. It checks nothing before the first probe, and nothing after all dependencies were ready. */
export function createStoreReadiness(dependencies: readonly Dependency[], logger: Logger): Readiness {
  const checks = dependencies.map((dependency) => new DependencyCheck(dependency, logger));
  let isReady = checks.length === 0;
  const lacking = (): string | undefined => {
    if (isReady) return undefined;
    isReady = checks.every((check) => check.isReady);
    const names = [...new Set(checks.filter((check) => check.isLacking).map(({ name }) => name))];
    const verb = names.length === 1 ? 'is' : 'are';
    return names.length === 0 ? undefined : `The server is starting: the ${names.join(' and the ')} ${verb} not ready.`;
  };
  return {
    lacking,
    check: () => (isReady ? undefined : waitBriefly(checks).then(lacking)),
  };
}

/** Checks one dependency, once at a time, until it is ready. */
class DependencyCheck {
  readonly name: string;
  isReady = false;
  readonly #ready: Dependency['ready'];
  readonly #isNeeded: () => boolean;
  readonly #logger: Logger;
  #running: Promise<void> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #loggedError: string | undefined;

  constructor({ name, ready, isNeeded = () => true }: Dependency, logger: Logger) {
    this.name = name;
    this.#ready = ready;
    this.#isNeeded = isNeeded;
    this.#logger = logger;
  }

  get isLacking(): boolean {
    return !this.isReady && this.#isNeeded();
  }

  run(): Promise<void> {
    if (!this.isLacking || performance.now() - this.#failedAt < retryAfterFailureMs) return Promise.resolve();
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #check(): Promise<void> {
    try {
      await this.#ready();
      this.isReady = true;
      if (this.#loggedError !== undefined) this.#logger.info({ part: this.name }, 'The dependency is ready again');
    } catch (thrown) {
      this.#failedAt = performance.now();
      this.#logOnce(thrown);
    }
  }

  /** Logs a reason only when it changes, because probes come every few seconds. */
  #logOnce(thrown: unknown): void {
    const error = describeThrown(thrown);
    if (error.message === this.#loggedError) return;
    this.#loggedError = error.message;
    this.#logger.warn({ part: this.name, error }, 'The server is not ready; /health returns 503');
  }
}

/** Runs the checks. Resolves when all have settled, or after the timeout. */
function waitBriefly(checks: readonly DependencyCheck[]): Promise<unknown> {
  return resolveAfterTimeout(Promise.all(checks.map((check) => check.run())), waitMs, () => []);
}
