import type { MaybePromise } from './maybe-promise.ts';

/** Carries short messages between the processes of one server; each has a name that sender and receiver know. */
export interface Mailbox {
  /** Leaves a message for whoever collects it within a time, in milliseconds; a later one of the same name takes its place. */
  leave(name: string, text: string, forMs: number): MaybePromise<unknown>;
  /** Takes the messages of these names, in their order: `undefined` where there is none. Each is handed out once. */
  collect(names: readonly string[]): MaybePromise<readonly (string | undefined)[]>;
}
