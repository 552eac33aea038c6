/** A limit of concurrent runs, such as those of one tool or one owner. A running task occupies one slot. */
export interface SlotLimit {
  readonly name: string;
  /** The number of slots, across all processes. */
  readonly max: number;
}

const minRetryMs = 200;
const maxRetryMs = 30_000;
const graceMs = 15_000;

/** When to claim again, in milliseconds. The fewer older tasks wait, the sooner (TASK-31). For stores. */
export function slotRetryMs(ahead: number, max: number): number {
  return Math.min(maxRetryMs, minRetryMs * (1 + ahead / max));
}

/** Beyond this many waiting tasks per slot, the retry delay no longer grows. For stores, which need to count no further. */
export const maxCountedPerSlot: number = maxRetryMs / minRetryMs;

/** How long a slot is reserved for a waiting task; not longer, as its worker may have crashed. For stores. */
export function slotReservationMs(retryMs: number): number {
  return 3 * retryMs + graceMs;
}

/** The longest reservation. A longer one means that the clock was set back. */
export const maxSlotReservationMs: number = slotReservationMs(maxRetryMs);
