import type { SimulatedProcess } from './simulated-process.ts';

interface Lease {
  readonly turn: number;
  readonly fence: number;
  readonly process: SimulatedProcess;
  until: number;
  /** Whether the end of the run was reported, which frees its slot. */
  hasNoSlot?: boolean;
}

/** Records which process has a lease, from the responses that processes get, so that a defective store is noticed. */
export class LeaseLog {
  readonly #leases = new Map<string, Lease>();
  /** The highest fence of each task whose end was reported. */
  readonly #ended = new Map<string, number>();
  readonly #now: () => number;
  readonly #onViolation: (taskIds: string, text: string) => void;
  readonly #maxPerOwner: number;

  constructor(now: () => number, onViolation: (taskIds: string, text: string) => void, maxPerOwner: number) {
    this.#now = now;
    this.#onViolation = onViolation;
    this.#maxPerOwner = maxPerOwner;
  }

  /** `until` is the earliest end: a lease begins no earlier than its request was sent. */
  begin(id: string, lease: Lease): void {
    const before = this.#leases.get(id);
    // The response of an earlier claim can be late.
    if (before !== undefined && before.fence > lease.fence) return;
    if (before !== undefined && before.process !== lease.process) {
      const names = `${lease.process.name} and ${before.process.name}`;
      if (before.fence === lease.fence) this.#onViolation(id, `overlap: ${names} have the same fence ${lease.fence}`);
      else if (before.turn === lease.turn && this.#now() < before.until) {
        this.#onViolation(id, `overlap: ${names} have the lease at the same time`);
      }
    }
    // Another process may have canceled the task before the response to the claim arrived.
    const hasNoSlot = lease.fence <= (this.#ended.get(id) ?? 0);
    this.#leases.set(id, hasNoSlot ? { ...lease, hasNoSlot } : lease);
    this.#checkSlots(id);
  }

  /** Called before a process reports the end of its run. */
  finish(id: string, fence: number): void {
    this.#ended.set(id, Math.max(fence, this.#ended.get(id) ?? 0));
    const lease = this.#leases.get(id);
    if (lease?.fence === fence) lease.hasNoSlot = true;
  }

  /** Every task whose lease has not ended has a slot of its owner. */
  #checkSlots(id: string): void {
    const ownerOf = (taskId: string): string | undefined => taskId.split('/')[0];
    const holders = [...this.#leases].filter(
      ([taskId, { until, hasNoSlot }]) =>
        ownerOf(taskId) === ownerOf(id) && until > this.#now() && hasNoSlot === undefined,
    );
    if (holders.length <= this.#maxPerOwner) return;
    const ids = holders.map(([taskId]) => taskId).join();
    this.#onViolation(ids, `crowded: more than ${this.#maxPerOwner} durable calls of one owner run:`);
  }

  renew(id: string, fence: number, process: SimulatedProcess, until: number): void {
    const lease = this.#leases.get(id);
    if (lease?.fence !== fence || lease.process !== process) return;
    lease.until = Math.max(lease.until, until);
    this.#checkSlots(id);
  }

  /** Called when a process releases its lease. */
  end(id: string, fence: number, process: SimulatedProcess): void {
    const lease = this.#leases.get(id);
    if (lease?.fence === fence && lease.process === process) lease.until = Number.NEGATIVE_INFINITY;
  }
}
