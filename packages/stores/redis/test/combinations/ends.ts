import type { OneCall, Way } from './way.ts';

/** What ends a call before its tool is done. */
export interface End {
  readonly name: string;
  /** Ends automatically after this time. */
  readonly after?: { readonly timeoutMs?: number; readonly ttlMs?: number };
  /** Is brought about. */
  readonly bring?: (call: OneCall) => unknown;
  /** Whether it means anything to such a call. */
  readonly concerns: (way: Way, isKeyed: boolean) => boolean;
}

export const ends: readonly End[] = [
  {
    name: 'canceled',
    bring: ({ cancel }) => cancel(),
    // A call without an id has no name to be canceled by.
    concerns: ({ namesCalls = false }, isKeyed) => namesCalls || isKeyed,
  },
  {
    name: 'left by its caller',
    bring: ({ leave }) => leave(),
    concerns: ({ isTask = false }) => !isTask,
  },
  {
    name: 'over its time limit',
    after: { timeoutMs: 150 },
    concerns: ({ isTask = false }) => !isTask,
  },
  {
    name: 'over the time of its task',
    after: { ttlMs: 150 },
    concerns: ({ hasTtl = false }) => hasTtl,
  },
  {
    name: 'interrupted by the stop of its server',
    bring: ({ stop }) => void stop(),
    concerns: () => true,
  },
];
