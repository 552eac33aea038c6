import type { SimulatedProcess } from './simulated-process.ts';

interface Lease {
  readonly turn: number;
  readonly fence: number;
  readonly process: SimulatedProcess;
  until: number;
}

/** Records which process has a lease, from the responses that processes get, so that a defective store is noticed. */
export class LeaseLog {
  readonly #leases = new Map<string, Lease>();
  readonly #now: () => number;
  readonly #onOverlap: (taskId: string, text: string) => void;

  constructor(now: () => number, onOverlap: (taskId: string, text: string) => void) {
    this.#now = now;
    this.#onOverlap = onOverlap;
  }

  /** `until` is the earliest end: a lease begins no earlier than its request was sent. */
  begin(id: string, lease: Lease): void {
    const before = this.#leases.get(id);
    // The response of an earlier claim can be late.
    if (before !== undefined && before.fence > lease.fence) return;
    if (before !== undefined && before.process !== lease.process) {
      const names = `${lease.process.name} and ${before.process.name}`;
      if (before.fence === lease.fence) this.#onOverlap(id, `${names} have the same fence ${lease.fence}`);
      else if (before.turn === lease.turn && this.#now() < before.until) {
        this.#onOverlap(id, `${names} have the lease at the same time`);
      }
    }
    this.#leases.set(id, lease);
  }

  renew(id: string, fence: number, process: SimulatedProcess, until: number): void {
    const lease = this.#leases.get(id);
    if (lease?.fence === fence && lease.process === process) lease.until = Math.max(lease.until, until);
  }

  /** Called when a process releases its lease. */
  end(id: string, fence: number, process: SimulatedProcess): void {
    const lease = this.#leases.get(id);
    if (lease?.fence === fence && lease.process === process) lease.until = Number.NEGATIVE_INFINITY;
  }
}
