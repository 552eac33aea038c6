import type { TaskTurn } from '@toolwire/tasks';
import type { HostClock } from './host-clock.ts';
import type { TaskFile } from './task-file.ts';
import * as statements from './turn-statements.ts';

interface TurnQueueConfig {
  readonly file: TaskFile;
  readonly clock: HostClock;
  /** How long a worker has a turn without renewal. */
  readonly lockMs: number;
}

// After a power failure a turn may be delivered again, and the store decides whether it runs.
const notDurable = { durable: false };

/** The turns to deliver. Each operation is one transaction. */
export class TurnQueue {
  readonly #config: TurnQueueConfig;

  constructor(config: TurnQueueConfig) {
    this.#config = config;
  }

  get lockMs(): number {
    return this.#config.lockMs;
  }

  async add(turn: TaskTurn): Promise<void> {
    const { file, clock } = this.#config;
    if (await file.read((database) => statements.hasTurn(database, turn))) return;
    await file.write((database) => statements.addTurn(database, turn, clock.steady()));
  }

  async take(request: Omit<statements.TakeRequest, 'lockMs'>): Promise<readonly statements.TakenTurn[]> {
    const { file, clock, lockMs } = this.#config;
    // A read is cheap and doesn't block other processes.
    if (!(await file.read((database) => statements.hasDueTurn(database, request.running, clock.steady())))) return [];
    return file.write((database) => statements.takeTurns(database, { ...request, lockMs }, clock.steady()), notDurable);
  }

  /** Renews turns, and returns the ones that the worker still has. */
  renew(holder: string, numbers: readonly number[]): Promise<readonly number[]> {
    const { file, clock, lockMs } = this.#config;
    return file.write((database) => {
      const until = clock.steady() + lockMs;
      return numbers.filter((number) => statements.renewTurn(database, { number, holder }, until));
    }, notDurable);
  }

  end(turn: statements.HeldTurn): Promise<void> {
    return this.#config.file.write((database) => statements.endTurn(database, turn), notDurable);
  }

  return(turn: statements.HeldTurn, waitMs: number): Promise<void> {
    const { file, clock } = this.#config;
    return file.write((database) => statements.returnTurn(database, turn, clock.steady(), waitMs), notDurable);
  }

  /** Corrects delays after a restart of the machine. */
  reset(): Promise<void> {
    const { file, clock } = this.#config;
    return file.write((database) => statements.resetWaits(database, clock.steady()), notDurable);
  }
}
