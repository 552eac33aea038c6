import { checkNames, checkNumber, durationLimit, type NamesOf } from '@toolwire/internal';

/** A call that its server goes on with, and that is asked for again. */
export interface RunningCall {
  readonly callId: string;
  /** How far it is, in the server's words. */
  readonly message: string;
  /** When it is asked for again. */
  readonly afterMs: number;
}

/** How a call is followed that goes on while nobody waits for its answer. */
export interface ClientFollowOptions {
  /** How long, in milliseconds, from the first word that it goes on; an hour if left out. */
  readonly maxMs?: number | undefined;
  /** Hears how far the call is, before each wait; if it throws, the call goes on. */
  readonly onRunning?: ((running: RunningCall) => void) | undefined;
}

const followNames: NamesOf<ClientFollowOptions> = { maxMs: true, onRunning: true };

/** Refuses an option of how calls are followed that nobody would read, or that cannot be meant. */
export function checkFollow(where: string, follow: ClientFollowOptions | false = {}): void {
  if (follow === false) return;
  checkNames(where, follow, followNames);
  if (follow.maxMs !== undefined) checkNumber('maxMs', follow.maxMs, durationLimit);
}
