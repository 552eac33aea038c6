import type { BusyPart } from './call-route.ts';
import { askedOf, type Cell } from './cell.ts';
import { type CellRunOptions, runCell } from './cell-run.ts';
import { type Waiting, waitingOf } from './waiting.ts';

/** The measurements of a cell. */
export interface SeenCell {
  readonly cell: Cell;
  readonly waiting: Waiting;
  readonly busy: Readonly<Record<BusyPart, number>>;
  /** The part that was busiest, and so breaks first. */
  readonly first: BusyPart;
  /** Whether a part was asked for more than it can do, so that what waits grows for as long as that lasts. */
  readonly endless: boolean;
}

/** Simulates a cell with as many calls as its load needs: what waits for long is seldom seen. */
export function seeCell(cell: Cell, spread: CellRunOptions['spread'] = 'exponential'): SeenCell {
  const asked = Math.max(...Object.values(askedOf(cell)));
  const calls = asked > 0.85 && asked < 1 ? 120_000 : 30_000;
  const run = runCell(cell, { calls, seed: 1, spread });
  return { cell, waiting: waitingOf(run), busy: run.busy, first: busiest(run.busy), endless: asked >= 1 };
}

/** The same cell while one of its processes is away, such as for a deploy; `undefined` where there is no other. */
export function withoutOne(cell: Cell): Cell | undefined {
  return cell.processes > 1 ? { ...cell, processes: cell.processes - 1 } : undefined;
}

function busiest(busy: SeenCell['busy']): BusyPart {
  const parts = Object.keys(busy) as BusyPart[];
  return parts.reduce((first, part) => (busy[part] > busy[first] ? part : first));
}
