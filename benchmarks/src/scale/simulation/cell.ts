import type { MeasuredCosts } from '../measured-costs.ts';
import { type Assumptions, needsOf } from '../model.ts';
import { type BusyPart, type Routes, routesOf, timeAt } from './call-route.ts';

/** A Redis, the processes that use it, and the workers of nginx in front, with the calls that come to them. */
export interface Cell {
  readonly callsPerSecond: number;
  /** Which share of them has an id. */
  readonly keyed: number;
  readonly workers: number;
  readonly processes: number;
  readonly routes: Routes;
}

/** How many cells the model has for so many calls a second, and one of them with its share: all are alike. */
export interface Cells {
  readonly cells: number;
  readonly each: Cell;
}

/** Distributes calls to cells of the planned size. */
export function cellsFor(calls: number, costs: MeasuredCosts, assumed: Assumptions): Cells {
  const cells = needsOf(calls, costs, assumed).redisShards;
  const callsPerSecond = calls / cells;
  const { processes, balancerCores } = needsOf(callsPerSecond, costs, assumed);
  const routes = routesOf(costs, assumed.callSeconds);
  return { cells, each: { callsPerSecond, keyed: assumed.keyed, workers: balancerCores, processes, routes } };
}

/** How busy calls would keep each part, as a share of its time: above 1 it cannot do what it is asked. */
export function askedOf({
  callsPerSecond,
  keyed,
  workers,
  processes,
  routes,
}: Cell): Readonly<Record<BusyPart, number>> {
  const share = (part: BusyPart, count: number): number => {
    const perCall = keyed * timeAt(part, routes.keyed) + (1 - keyed) * timeAt(part, routes.plain);
    return (callsPerSecond * perCall) / 1e6 / count;
  };
  return { balancer: share('balancer', workers), process: share('process', processes), redis: share('redis', 1) };
}

/** The same cell with as many calls as keep the first of its parts busy for such a share of the time. */
export function loadedTo(load: number, cell: Cell): Cell {
  const most = Math.max(...Object.values(askedOf(cell)));
  return { ...cell, callsPerSecond: (cell.callsPerSecond * load) / most };
}
