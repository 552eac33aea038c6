import type { TaskTurn } from '@toolwire/tasks';
import type { HostClock } from './host-clock.ts';
import type { TaskFile } from './task-file.ts';
import * as rows from './turn-rows.ts';

/** How turns are held. */
export interface QueueParts {
  readonly file: TaskFile;
  readonly clock: HostClock;
  /** How long a worker that says nothing has what it has taken. */
  readonly leaseMs: number;
}

// What is only said here need not outlive the power: a turn is then delivered again, and the store knows better.
const soon = { durable: false };

/** The turns that are to be delivered, in one step each. */
export class TurnQueue {
  readonly #parts: QueueParts;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  get leaseMs(): number {
    return this.#parts.leaseMs;
  }

  async add(turn: TaskTurn, waitMs: number): Promise<void> {
    const { file, clock } = this.#parts;
    if (await file.read((database) => rows.hasTurn(database, turn))) return;
    await file.write((database) => rows.addTurn(database, turn, clock.steady(), waitMs));
  }

  async take(wish: Omit<rows.TurnWish, 'leaseMs'>): Promise<readonly rows.TakenTurn[]> {
    const { file, clock, leaseMs } = this.#parts;
    // To look costs little, and nobody else is kept waiting by it.
    if (!(await file.read((database) => rows.hasDueTurn(database, wish.running, clock.steady())))) return [];
    return file.write((database) => rows.takeTurns(database, { ...wish, leaseMs }, clock.steady()), soon);
  }

  /** Which of these turns the worker still has. */
  hold(holder: string, numbers: readonly number[]): Promise<readonly number[]> {
    const { file, clock, leaseMs } = this.#parts;
    return file.write((database) => {
      const steady = clock.steady();
      return numbers.filter((number) => rows.holdTurn(database, number, holder, steady, leaseMs));
    }, soon);
  }

  end(holder: string, number: number): Promise<void> {
    return this.#parts.file.write((database) => rows.endTurn(database, number, holder), soon);
  }

  return(holder: string, number: number, waitMs: number): Promise<void> {
    const { file, clock } = this.#parts;
    return file.write((database) => rows.returnTurn(database, number, holder, clock.steady(), waitMs), soon);
  }

  /** Lets nothing wait that waits only because the host was started anew. */
  reset(): Promise<void> {
    const { file, clock } = this.#parts;
    return file.write((database) => rows.resetWaits(database, clock.steady()), soon);
  }
}
