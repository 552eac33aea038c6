import { tell } from '@toolwire/internal';
import { wait } from '@toolwire/retry';
import type { CallOptions } from './call-options.ts';
import type { ClientSettings } from './client-settings.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import type { ClientFollowOptions } from './follow-options.ts';
import type { AttemptResult } from './read-answer.ts';
import { type Answered, deadlineOf, isRunning } from './request.ts';

/** A call that may go on, and how to ask for it again. */
export interface FollowedCall {
  readonly settings: ClientSettings;
  readonly options: CallOptions;
  readonly callId: string;
  readonly ask: (deadline: Deadline) => Promise<Answered<AttemptResult>>;
}

const anHourMs = 3_600_000;
/** How long to wait where the server says nothing of it. */
const usualMs = 1_000;

/** Asks for a call again until it has ended, or the time for that is up: then the last answer says that it still runs. */
export async function followCall(
  first: Answered<AttemptResult>,
  { settings, options, callId, ask }: FollowedCall,
): Promise<Answered<AttemptResult>> {
  const follow = settingsOf(settings, options);
  if (!follow || !isRunning(first.result)) return first;
  const { maxMs = anHourMs, onRunning } = follow;
  const left = startDeadline(maxMs);
  let { result, attempts } = first;
  let latest = result;
  while (mayGoOn(result)) {
    const afterMs = Math.max(retryAfterMsOf(result) ?? retryAfterMsOf(latest) ?? usualMs, 1);
    // Whoever would be woken too late learns now that the time is up.
    if (afterMs >= left()) return { result: latest, attempts };
    if (result.kind === 'failed') tell(onRunning, { callId, message: result.failure.message, afterMs });
    await wait(afterMs, options.signal);
    const answered = await ask(deadlineOf(settings, options));
    attempts += answered.attempts;
    result = answered.result;
    if (isRunning(result)) latest = result;
  }
  return { result, attempts };
}

function settingsOf({ follow }: ClientSettings, { follow: own = follow }: CallOptions): ClientFollowOptions | false {
  if (own === false) return false;
  return follow === false ? own : { ...follow, ...own };
}

/** A server that is away for a while, as in a deploy, still has the call. */
function mayGoOn(result: AttemptResult): boolean {
  return isRunning(result) || (result.kind === 'refused' && result.canRetry);
}

function retryAfterMsOf(result: AttemptResult): number | undefined {
  if (result.kind === 'failed') return result.failure.retryAfterMs;
  return result.kind === 'refused' ? result.retryAfterMs : undefined;
}
