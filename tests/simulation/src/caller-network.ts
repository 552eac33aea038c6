import type { Cluster, Member } from './cluster.ts';
import type { History } from './history.ts';
import type { Scheduler } from './scheduler.ts';

/** The connection broke, or the response took too long. */
export const noResponse = Symbol('no response');

/** How long a caller waits. A process that is not disturbed responds in this time. */
const patienceMs = 45_000;

/** Carries requests of callers to any process, and the responses back. */
export class CallerNetwork {
  readonly #scheduler: Scheduler;
  readonly #cluster: Cluster;
  readonly #history: History;
  readonly #loss: number;

  constructor(scheduler: Scheduler, cluster: Cluster, history: History, loss: number) {
    this.#scheduler = scheduler;
    this.#cluster = cluster;
    this.#history = history;
    this.#loss = loss;
  }

  /** Sends a request. The signal of its handler aborts if the caller's connection breaks, or the caller closes it. */
  request<Result>(
    handle: (member: Member, signal: AbortSignal) => Promise<Result>,
    callerSignal?: AbortSignal,
  ): Promise<Result | typeof noResponse> {
    const { random, now: sentAt } = this.#scheduler;
    const member = this.#cluster.members[random.below(this.#cluster.members.length)];
    return new Promise((resolve) => {
      const fail = (): void => resolve(noResponse);
      if (member === undefined || member.process.isCrashed || random.chance(this.#loss)) {
        return this.#scheduler.scheduleOutside(random.between(1, 300), fail);
      }
      const controller = new AbortController();
      const { process, pending } = member;
      const disconnect = (): void => {
        stopPatience();
        this.#scheduler.scheduleOutside(0, fail);
        this.#scheduler.schedule(1, () => controller.abort(), process);
      };
      const stopPatience = this.#scheduler.schedule(patienceMs, () => {
        pending.delete(disconnect);
        if (process.disturbedAt < sentAt) this.#history.notice('', `silent: ${process.name} did not respond`);
        disconnect();
      });
      pending.add(disconnect);
      callerSignal?.addEventListener('abort', disconnect);
      const respond = (result: Result | typeof noResponse): void => {
        stopPatience();
        pending.delete(disconnect);
        const isLost = random.chance(this.#loss);
        this.#scheduler.scheduleOutside(random.below(20), () => resolve(isLost ? noResponse : result));
      };
      const run = (): void => {
        // A rejected handler is a response without a result.
        handle(member, controller.signal).then(respond, () => respond(noResponse));
      };
      this.#scheduler.schedule(random.below(20), run, process);
      if (random.chance(this.#loss)) this.#scheduler.scheduleOutside(random.below(3_000), disconnect);
    });
  }
}
