import process from 'node:process';
import { EventQueue, type ScheduledEvent } from './event-queue.ts';
import type { Random } from './random.ts';

/** The simulated process that a step belongs to. */
export interface StepOwner {
  /** A crashed process runs no further steps. */
  readonly isCrashed: boolean;
  /** A paused process runs its steps later. */
  readonly pausedUntil: number;
  /** How far its clock is ahead, in milliseconds. */
  readonly skewMs: number;
}

interface Step extends ScheduledEvent {
  readonly owner: StepOwner | undefined;
  readonly run: () => void;
}

/** Virtual time. Runs one step at a time, and everything that the step resolves before the next one. */
export class Scheduler {
  readonly random: Random;
  readonly #queue = new EventQueue<Step>();
  #now = 0;
  #owner: StepOwner | undefined;
  #steps = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** Milliseconds since the start of the simulation. */
  get now(): number {
    return this.#now;
  }

  /** Milliseconds since the start of the simulation by the clock of the process that runs now. */
  get wallTime(): number {
    return this.#now + (this.#owner?.skewMs ?? 0);
  }

  get steps(): number {
    return this.#steps;
  }

  /** Schedules a step of a process; by default of the process that runs now. Returns a function that cancels it. */
  schedule(inMs: number, run: () => void, owner: StepOwner | undefined = this.#owner): () => void {
    // The seed decides the order of steps at the same time.
    const step: Step = { at: this.#now + inMs, tie: this.random.next(), isCanceled: false, owner, run };
    this.#queue.push(step);
    return () => {
      step.isCanceled = true;
    };
  }

  /** Schedules a step of no process, such as a fault. */
  scheduleOutside(inMs: number, run: () => void): void {
    this.schedule(inMs, run, outside);
  }

  /** Runs a function now, as a step of this process. */
  runAs(owner: StepOwner, run: () => void): void {
    const before = this.#owner;
    this.#owner = owner;
    run();
    this.#owner = before;
  }

  /** Runs a function now as if it were this time. */
  runAt(time: number, run: () => void): void {
    const before = this.#now;
    this.#now = time;
    run();
    this.#now = before;
  }

  /** Runs steps until `isDone`, or until this time. */
  async run(until: number, isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      const step = this.#queue.pop();
      if (step === undefined) return;
      if (step.isCanceled || step.owner?.isCrashed === true) continue;
      if (step.at > until) return;
      this.#now = Math.max(this.#now, step.at);
      if (step.owner !== undefined && step.owner.pausedUntil > this.#now) this.#postpone(step, step.owner);
      else await this.#runStep(step);
    }
  }

  #postpone(step: Step, { pausedUntil }: StepOwner): void {
    this.schedule(
      pausedUntil - this.#now,
      () => {
        if (!step.isCanceled) step.run();
      },
      step.owner,
    );
  }

  async #runStep({ owner, run }: Step): Promise<void> {
    this.#steps += 1;
    this.#owner = owner;
    run();
    // Node runs a tick after all promise reactions, so the next step starts when this one has come to rest.
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
  }
}

const outside: StepOwner = { isCrashed: false, pausedUntil: 0, skewMs: 0 };
