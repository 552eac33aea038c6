import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonUnless } from './reason-unless.ts';

/** The wall clock of a process, which the test sets. Its monotonic clock stays right. */
export interface FakeClock {
  /** The variables in the environment of the process. */
  readonly variables: Readonly<Record<string, string>>;
  /** Sets how far the clock is ahead of the right time, while the process runs. */
  set(offsetMs: number): void;
  remove(): void;
}

// The program puts its library before others itself, and so knows where that is.
const { status, stdout } = spawnSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
const library: string | undefined = status === 0 ? stdout.trim() : undefined;

/** Why tests that set the clock of a process cannot run here; with CI=true they run all the same, and fail. */
export const noFakeClock: string | undefined = reasonUnless(
  library !== undefined,
  'there is no faketime; install it, as with `apt-get install faketime`',
);

/** Creates a clock that is right until the test sets it. */
export function createFakeClock(): FakeClock {
  if (library === undefined) throw new Error('There is no faketime, so the clock of a process cannot jump.');
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-clock-'));
  const file = join(folder, 'offset');
  const set = (offsetMs: number): void => {
    const sign = offsetMs < 0 ? '-' : '+';
    // In one step: the process reads the file each time that it reads the clock.
    writeFileSync(`${file}.next`, `${sign}${Math.abs(offsetMs) / 1_000}\n`);
    renameSync(`${file}.next`, file);
  };
  set(0);
  return {
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
