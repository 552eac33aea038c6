import { vi } from 'vitest';

/** What a test waits for takes as long as a busy machine needs; only one that waits in vain takes all of it. */
const patienceMs = 30_000;
const { waitFor } = vi;

vi.waitFor = (callback, options = patienceMs) => waitFor(callback, options);
