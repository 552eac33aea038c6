import type { MaybePromise } from '@toolwire/internal';
import { type Database, type DatabaseNode, type Operation, TransientError } from './database.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Trace } from './trace.ts';

type NamedOperation = Pick<Operation<unknown>, 'name' | 'key'>;

/** How unreliable a network is. */
export interface NetworkQuality {
  readonly maxDelayMs: number;
  /** How often a message is lost. */
  readonly loss: number;
  /** How often a request arrives twice. */
  readonly duplication: number;
  /** Whether messages of one process can overtake each other, as on a pool of connections. */
  readonly overtakes: boolean;
}

/** Carries the operations of processes to the database, and its responses back. */
export class DatabaseNetwork {
  readonly quality: NetworkQuality;
  readonly #scheduler: Scheduler;
  readonly #database: Database;
  readonly #trace: Trace;
  readonly #onLoss: (operation: NamedOperation) => void;
  readonly #arrivals = new WeakMap<SimulatedProcess, number>();
  readonly #nodes = new WeakMap<SimulatedProcess, DatabaseNode>();

  constructor(
    scheduler: Scheduler,
    database: Database,
    quality: NetworkQuality,
    trace: Trace,
    onLoss: (operation: NamedOperation) => void,
  ) {
    this.#scheduler = scheduler;
    this.#database = database;
    this.quality = quality;
    this.#trace = trace;
    this.#onLoss = onLoss;
  }

  /** Sends an operation. It may never settle: its response may be lost. */
  send<Result>(process: SimulatedProcess, operation: Operation<MaybePromise<Result>>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (process.isCrashed) return;
      const { random } = this.#scheduler;
      const { loss, duplication } = this.quality;
      const respond = (settle: () => void): void => {
        if (this.#isLost(process)) return this.#onLoss(operation);
        const slowMs = this.#database.slowMs > 0 ? random.below(this.#database.slowMs) : 0;
        this.#scheduler.schedule(this.#delay() + slowMs, settle, process);
      };
      if (random.chance(loss) || process.cutOffUntil > this.#scheduler.now) {
        this.#trace.add(process.name, `${operation.name} ${operation.key}: request lost`);
        this.#onLoss(operation);
        // Some lost connections are noticed, and others are silent.
        if (random.chance(0.5)) this.#scheduler.schedule(random.between(1, 500), () => reject(reset()), process);
        return;
      }
      const arrive = (): void => this.#arrive(process, operation, respond, resolve, reject);
      this.#deliver(process, arrive);
      if (random.chance(duplication)) this.#deliver(process, arrive);
    });
  }

  #deliver(process: SimulatedProcess, arrive: () => void): void {
    const { now } = this.#scheduler;
    const at = Math.max(now + this.#delay(), this.quality.overtakes ? 0 : (this.#arrivals.get(process) ?? 0));
    this.#arrivals.set(process, at);
    this.#scheduler.scheduleOutside(at - now, arrive);
  }

  #arrive<Result>(
    process: SimulatedProcess,
    operation: Operation<MaybePromise<Result>>,
    respond: (settle: () => void) => void,
    resolve: (result: MaybePromise<Result>) => void,
    reject: (error: unknown) => void,
  ): void {
    const node = this.#nodes.get(process) ?? this.#database.primary;
    this.#nodes.set(process, node);
    if (this.#database.isSilent) return;
    try {
      const result = this.#database.execute(operation, node);
      this.#trace.add(process.name, `${operation.name} ${operation.key}: `, result);
      respond(() => resolve(result));
    } catch (error) {
      // The client connects again, to the current primary.
      if (error instanceof TransientError) this.#nodes.set(process, this.#database.primary);
      this.#trace.add(process.name, `${operation.name} ${operation.key}: ${String(error)}`);
      respond(() => reject(error));
    }
  }

  #isLost(process: SimulatedProcess): boolean {
    return this.#scheduler.random.chance(this.quality.loss) || process.cutOffUntil > this.#scheduler.now;
  }

  #delay(): number {
    const { random } = this.#scheduler;
    return random.chance(0.02) ? random.below(20 * this.quality.maxDelayMs) : random.below(this.quality.maxDelayMs);
  }
}

function reset(): Error {
  return new TransientError('The connection was reset.');
}
