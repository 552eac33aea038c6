import type { Lifetime } from '@toolwire/core';

/** A client that waits for an answer. */
export interface WaitingClient extends Lifetime {
  /** Hears that it waits no longer, where it can be left without an answer. */
  readonly release?: (() => void) | undefined;
}
