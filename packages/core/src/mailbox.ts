import type { MaybePromise } from '@toolwire/internal';

/**
 * Carries named messages between the processes of one server. A message goes to the first process that collects its name; a process that
 * never asks for the name doesn't see it.
 */
export interface Mailbox {
  /**
   * Stores a message for a time, in milliseconds, and removes it afterwards. A later message with the same name replaces it. Rejects if the
   * message may be lost.
   */
  leave(name: string, text: string, forMs: number): MaybePromise<unknown>;
  /**
   * Atomically removes and returns the messages with these names, in order; `undefined` for a missing one. Of two processes that collect a
   * name at once, one gets the message. Called several times a second while requests run, so it must be fast.
   */
  collect(names: readonly string[]): MaybePromise<readonly (string | undefined)[]>;
}
