import type { Msg } from '@nats-io/nats-core';
import { renewalsPerLease, startTimer } from '@toolwire/internal';
import type { NatsSettings } from './nats-options.ts';

/** The lock of a delivery. */
export interface DeliveryLock {
  /** Aborts when another worker may have the turn. */
  readonly signal: AbortSignal;
  isHeld(): boolean;
  release(): void;
}

/** Renews the lock of a delivery until its release. NATS delivers the turn to another worker `lockMs` after the last renewal. */
export function holdLock(message: Msg, { connection, lockMs }: NatsSettings): DeliveryLock {
  const controller = new AbortController();
  const intervalMs = Math.ceil(lockMs / renewalsPerLease);
  // The monotonic clock of this process, so a changed wall clock has no effect.
  let confirmedAt = performance.now();
  let stopTimer = (): void => undefined;
  const isHeld = (): boolean => {
    if (!controller.signal.aborted && performance.now() - confirmedAt >= lockMs) {
      controller.abort(new DOMException('Another worker may have the turn.', 'AbortError'));
    }
    return !controller.signal.aborted;
  };
  const renew = async (): Promise<void> => {
    const sentAt = performance.now();
    if (!isHeld()) return;
    // NATS responds to any acknowledgement, here "work in progress", that has a reply subject.
    const isConfirmed = await connection.request(message.reply ?? '', '+WPI', { timeout: intervalMs }).then(
      () => true,
      // Without a response, the lock ends at its time.
      () => false,
    );
    // A response that arrives after the end of the lock is about a turn that another worker may have had.
    if (isHeld() && isConfirmed) confirmedAt = sentAt;
    schedule();
  };
  let isReleased = false;
  const schedule = (): void => {
    if (isReleased || controller.signal.aborted) return;
    stopTimer = startTimer(
      Math.max(1, Math.min(intervalMs, confirmedAt + lockMs - performance.now())),
      () => void renew(),
    );
  };
  schedule();
  return {
    signal: controller.signal,
    isHeld,
    release() {
      isReleased = true;
      stopTimer();
    },
  };
}
