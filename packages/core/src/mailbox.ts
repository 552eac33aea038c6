import type { MaybePromise } from '@toolwire/internal';

/** Carries named messages between the processes of one server. */
export interface Mailbox {
  /** Stores a message for a time, in milliseconds. A later message with the same name replaces it. */
  leave(name: string, text: string, forMs: number): MaybePromise<unknown>;
  /** Atomically removes and returns the messages with these names, in order; `undefined` for a missing one. */
  collect(names: readonly string[]): MaybePromise<readonly (string | undefined)[]>;
}
