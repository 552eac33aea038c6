import type { TaskPosition } from '@toolwire/tasks';
import { shortDigest } from '../digests.ts';

/** The keys of tasks. They contain only digests, because a task ID can be enough to read a task, and an owner is a person. */
export class TaskKeys {
  readonly prefix: string;
  /** The last owner, which often repeats. */
  #last: { readonly owner: string | null; readonly digest: string } | undefined;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** The tasks that wait for a worker. */
  get runnable(): string {
    return `${this.prefix}runnable`;
  }

  /** All tasks, by their expiry. */
  get expiry(): string {
    return `${this.prefix}expiry`;
  }

  recordByDigest(digest: string): string {
    return `${this.prefix}record:${digest}`;
  }

  recordOf(id: string): string {
    return this.recordByDigest(shortDigest(id));
  }

  /** The tasks of one owner, by their age. */
  tasksOf(owner: string | null): string {
    return `${this.prefix}owner:${this.ownerDigestOf(owner)}`;
  }

  /** Distinguishes owners, and `null` from all of them. */
  ownerDigestOf(owner: string | null): string {
    if (this.#last?.owner !== owner) this.#last = { owner, digest: shortDigest(owner) };
    return this.#last.digest;
  }
}

/**
 * The member of a task in an index: 16 hex digits of its age, then the digest of its ID. Redis orders members by bytes, and the bits of a
 * non-negative double have the order of its value.
 */
export function memberOf({ createdAt, id: digest }: TaskPosition): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(createdAt);
  return bits.toString('hex') + digest;
}
