import { answerInTime } from '@toolwire/internal';

/** The store's answer, or a `TimeoutError` when there is none in time. */
export function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return answerInTime(
    answer,
    ms,
    () => new DOMException(`The idempotency store did not answer within ${ms} milliseconds.`, 'TimeoutError'),
  );
}
