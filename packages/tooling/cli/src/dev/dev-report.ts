import type { ContractDiff } from '@toolwire/contract';
import type { Target } from '../target/target.ts';
import type { Addresses } from './address-lines.ts';
import type { Crash } from './crash-report.ts';
import type { FinishedCall } from './follow-calls.ts';

/** What `toolwire dev` found after a start. */
interface Ready extends Addresses {
  readonly target: Target;
  /** The time since the change, or since the first start. */
  readonly afterMs: number;
  /** The changes since the baseline; `undefined` at the first start without an earlier listing. */
  readonly diff: ContractDiff | undefined;
  /** The baseline, such as `commit 1a2b3c4`. */
  readonly since: string | undefined;
  /** Whether the URL is the same as before. */
  readonly isAtSameAddress: boolean;
}

/** The output of `toolwire dev`. */
export interface DevReport {
  /** Files were saved; none if the user restarts the program. */
  readonly changed: (files: readonly string[]) => void;
  readonly ready: (ready: Ready) => void;
  /** The program listens, but serves no tools. */
  readonly noTools: (url: string, error: unknown) => void;
  readonly called: (call: FinishedCall) => void;
  readonly ended: (exit: number | string, crash: Crash | undefined) => void;
  readonly output: (text: string) => void;
}
