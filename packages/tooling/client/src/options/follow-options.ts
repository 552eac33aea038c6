import { checkNames, checkNumber, durationLimit, mergeOptions, type NamesOf } from '@toolwire/internal';

/** A running call that the client will poll again. */
export interface RunningCall {
  readonly callId: string;
  /** The progress message of the server. */
  readonly message: string;
  /** The delay before the next request. */
  readonly afterMs: number;
}

/** How long the client waits for a running call by default: one hour. */
export const defaultMaxMs = 3_600_000;

/** How to wait for a call that outlives its request. */
export interface FollowOptions {
  /** How long to wait after the first response that the call is running. Default: one hour. */
  readonly maxMs?: number | undefined;
  /** Called before each delay, with the progress of the call. An error that it throws is ignored. */
  readonly onRunning?: ((running: RunningCall) => void) | undefined;
}

const followNames: NamesOf<FollowOptions> = { maxMs: true, onRunning: true };

/** Rejects unknown options and invalid values. */
export function checkFollow(where: string, follow: FollowOptions | false = {}): void {
  if (follow === false) return;
  checkNames(where, follow, followNames);
  if (follow.maxMs !== undefined) checkNumber('maxMs', follow.maxMs, durationLimit);
}

/** Merges the options of a call over those of the client. */
export function followOptionsOf(
  ofClient: FollowOptions | false,
  ofCall: FollowOptions | false | undefined,
): FollowOptions | false {
  if (ofCall === undefined || ofCall === false || ofClient === false) return ofCall ?? ofClient;
  return mergeOptions(ofClient, ofCall);
}
