import { checkNames, type NamesOf } from '@toolwire/internal';
import type { RetryPolicy } from '@toolwire/retry';

/** How often to send a request again, and how long to wait in between. */
export interface ClientRetryOptions extends Omit<RetryPolicy, 'deadlineMs'> {
  /**
   * Whether a call is sent again when nobody knows if its tool ran. It goes out under the same call id, by which a server knows it;
   * `false` is for servers that do not. `true` if left out.
   */
  readonly whenUnknown?: boolean | undefined;
}

/** A request that will be sent again. */
export interface ClientRetry {
  /** The attempt that has just ended; 1 is the first. */
  readonly attempt: number;
  readonly afterMs: number;
  /** What the server or the client said of it. */
  readonly message: string;
  /** Nothing where it was a listing. */
  readonly callId: string | undefined;
}

const retryNames: NamesOf<ClientRetryOptions> = {
  whenUnknown: true,
  maxAttempts: true,
  baseMs: true,
  maxBackoffMs: true,
  maxRetryAfterMs: true,
};

/** Refuses an option of retries that nobody would read. */
export function checkRetry(where: string, retry: ClientRetryOptions | false): void {
  if (retry !== false) checkNames(where, retry, retryNames);
}
