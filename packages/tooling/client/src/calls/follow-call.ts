import { callListener } from '@toolwire/internal';
import { wait } from '@toolwire/retry';
import type { CallOptions } from '../options/call-options.ts';
import type { ClientSettings } from '../options/client-options.ts';
import { defaultMaxMs, followOptionsOf } from '../options/follow-options.ts';
import type { AttemptResult } from '../read/read-response.ts';
import { type Deadline, startDeadline, startRequestDeadline } from '../send/deadline.ts';
import { isRunning, type RequestResult } from '../send/request.ts';

/** A call that may still be running. */
interface FollowedCall {
  readonly settings: ClientSettings;
  readonly options: CallOptions;
  readonly callId: string;
  readonly send: (deadline: Deadline) => Promise<RequestResult<AttemptResult>>;
}

/** The delay if the server does not send one. */
const defaultDelayMs = 1_000;

/**
 * Sends a call again until it has ended. A call that is still running has the result `failed` with `isRunning`, which is also returned
 * after `maxMs`.
 */
export async function followCall(
  first: RequestResult<AttemptResult>,
  { settings, options, callId, send }: FollowedCall,
): Promise<RequestResult<AttemptResult>> {
  const follow = followOptionsOf(settings.follow, options.follow);
  if (follow === false || !isRunning(first.result)) return first;
  const { maxMs = defaultMaxMs, onRunning } = follow;
  const remainingMs = startDeadline(maxMs);
  let { result, attempts } = first;
  let latest = result;
  while (mayBeRunning(result)) {
    const afterMs = Math.max(retryAfterMsOf(result) ?? retryAfterMsOf(latest) ?? defaultDelayMs, 1);
    // Ends now if the next request would be after the deadline.
    if (afterMs >= remainingMs()) return { result: latest, attempts };
    if (result.kind === 'failed') callListener(onRunning, { callId, message: result.failure.message, afterMs });
    await wait(afterMs, options.signal);
    const response = await send(startRequestDeadline(settings, options));
    attempts += response.attempts;
    result = response.result;
    if (isRunning(result)) latest = result;
  }
  return { result, attempts };
}

/** A server that is unavailable, for example during a deploy, still has the call. */
function mayBeRunning(result: AttemptResult): boolean {
  return isRunning(result) || (result.kind === 'refused' && result.canRetry);
}

function retryAfterMsOf(result: AttemptResult): number | undefined {
  if (result.kind === 'failed') return result.failure.retryAfterMs;
  return result.kind === 'refused' ? result.retryAfterMs : undefined;
}
