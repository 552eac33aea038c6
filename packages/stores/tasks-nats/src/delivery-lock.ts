import type { Msg } from '@nats-io/nats-core';
import { renewalsPerLease, startTimer } from '@toolwire/internal';
import type { NatsSettings } from './nats-options.ts';

/** The lock of a delivery. */
export interface DeliveryLock {
  /** Stops the renewal. Returns false if another worker may have the turn. */
  release(): boolean;
}

/** Renews the lock of a delivery until its release. NATS delivers the turn to another worker `lockMs` after the last renewal. */
export function holdLock(message: Msg, { connection, lockMs }: NatsSettings): DeliveryLock {
  const intervalMs = Math.ceil(lockMs / renewalsPerLease);
  // Measured with the monotonic clock of this process, so a changed wall clock has no effect.
  let renewedAt = performance.now();
  let isLost = false;
  let isReleased = false;
  let stopTimer = (): void => undefined;
  const isHeld = (): boolean => {
    isLost ||= performance.now() - renewedAt >= lockMs;
    return !isLost;
  };
  const renew = async (): Promise<void> => {
    const sentAt = performance.now();
    // NATS responds to any acknowledgment that has a reply subject, here "work in progress".
    const isRenewed = await connection.request(message.reply ?? '', '+WPI', { timeout: intervalMs }).then(
      () => true,
      // Without a response, the lock ends at its time.
      () => false,
    );
    // If the lock ended before the response, another worker may have had the turn in between.
    if (isHeld() && isRenewed) renewedAt = sentAt;
    schedule();
  };
  const schedule = (): void => {
    if (!isReleased && isHeld()) stopTimer = startTimer(intervalMs, () => void renew());
  };
  schedule();
  return {
    release() {
      isReleased = true;
      stopTimer();
      return isHeld();
    },
  };
}
