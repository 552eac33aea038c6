import { type History, historyIn } from '../history-event.ts';

/** An action of a tool, as recorded by the tool. toolwire never reads the ledger. */
export interface LedgerLine {
  /** `began` when a run starts, `effect` after its effect. */
  readonly type: 'began' | 'effect';
  /** The idempotency key that the tool passed to its effect. */
  readonly key: string;
  readonly caller: string;
  readonly callId: string;
  /** Unique for each call, so that swapped results are noticed. */
  readonly token: string;
}

/** A line with its time. */
export type LedgerEntry = LedgerLine & { readonly at: number };

/** Opens the ledger of a history: a file to which the tools of every process append. */
export function ledgerIn(file: string): History<LedgerLine> {
  return historyIn<LedgerLine>(file);
}
