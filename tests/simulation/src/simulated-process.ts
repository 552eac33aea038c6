import type { StepOwner } from './scheduler.ts';

/** A process that can pause and crash, with a clock that differs from those of others. */
export class SimulatedProcess implements StepOwner {
  readonly name: string;
  readonly skewMs: number;
  /** The version of its tools. A deploy starts processes with a newer one. */
  readonly toolVersion: string;
  isCrashed = false;
  pausedUntil = 0;
  /** Until when the network between it and the database is cut. */
  cutOffUntil = 0;
  /** When it last crashed, paused or was cut off. */
  disturbedAt = Number.NEGATIVE_INFINITY;

  constructor(name: string, skewMs: number, toolVersion: string) {
    this.name = name;
    this.skewMs = skewMs;
    this.toolVersion = toolVersion;
  }
}
