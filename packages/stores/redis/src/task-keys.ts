import { hash } from 'node:crypto';
import type { TaskPosition } from '@toolwire/tasks';

/** Where tasks are on Redis. Its keys get digests alone: an id may be all that it takes to read a task, and an owner is somebody's name. */
export class TaskKeys {
  readonly prefix: string;
  /** The owner that was asked for last, who often comes again. */
  #last: { readonly owner: string | null; readonly digest: string } | undefined;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** The tasks that are to run and that nobody holds. */
  get free(): string {
    return `${this.prefix}free`;
  }

  /** All tasks, by when they are forgotten. */
  get ends(): string {
    return `${this.prefix}ends`;
  }

  /** By the digest of its id. */
  recordAt(digest: string): string {
    return `${this.prefix}record:${digest}`;
  }

  recordOf(id: string): string {
    return this.recordAt(digestOf(id));
  }

  /** The tasks of one owner, by their places. */
  listOf(owner: string | null): string {
    return `${this.prefix}owner:${this.ownerDigestOf(owner)}`;
  }

  /** Tells owners apart, and `null` from all of them. */
  ownerDigestOf(owner: string | null): string {
    if (this.#last?.owner !== owner) this.#last = { owner, digest: digestOf(JSON.stringify(owner)) };
    return this.#last.digest;
  }
}

/** Of 132 bits, so that no two ids share one, and each index stays small. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** Where a task stands in an index, which Redis orders by bytes: the bits of a time that is not negative are ordered as the time is. */
export function placeOf({ createdAt, id: digest }: TaskPosition): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(createdAt);
  return bits.toString('hex') + digest;
}
