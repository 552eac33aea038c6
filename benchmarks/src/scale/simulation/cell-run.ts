import type { BusyPart, Route } from './call-route.ts';
import type { Cell } from './cell.ts';
import { createCrew, type Stations } from './crew.ts';
import { createEventLine } from './event-line.ts';
import { createRandomSource } from './random-source.ts';

/** How a cell is simulated. */
export interface CellRunOptions {
  /** How many calls come. The first tenth of them, which finds the cell empty, is not counted. */
  readonly calls: number;
  readonly seed: number;
  /** Whether pieces of work are now short, now long, or all as long as their mean. */
  readonly spread: 'exponential' | 'constant';
}

/** The outcome of the run. */
export interface CellRun {
  /** When each call that counts came, in microseconds, in the order in which they came. */
  readonly arrivals: readonly number[];
  /** How long each of them took, in microseconds, without what its tool waited for. */
  readonly latencies: readonly number[];
  /** How many calls were answered in all, by the time that nothing was left to happen. */
  readonly answered: number;
  /** For which share of the time each part worked while those that count came; its processes or workers together. */
  readonly busy: Readonly<Record<BusyPart, number>>;
}

interface Call {
  readonly arrivedAt: number;
  readonly route: Route;
  readonly stations: Stations;
  /** How many steps of its route it has begun. */
  begun: number;
  /** How long its tool waited. */
  waited: number;
  latency: number;
}

/** Lets calls come at random to a cell, one by one, and follows each until it is answered. */
export function runCell(cell: Cell, { calls, seed, spread }: CellRunOptions): CellRun {
  const coming = createRandomSource(seed);
  const work = createRandomSource(seed + 1);
  const choices = createRandomSource(seed + 2);
  const crew = createCrew(cell, choices);
  const events = createEventLine<Call>();
  const came: Call[] = [];
  const uncounted = Math.floor(calls / 10);
  let answered = 0;

  const proceed = (call: Call, now: number): void => {
    const step = call.route[call.begun];
    call.begun += 1;
    if (step === undefined) {
      answered += 1;
      call.latency = now - call.arrivedAt - call.waited;
    } else if (step.at === 'tool') {
      call.waited = work.exponential(step.takes);
      events.add(now + call.waited, call);
    } else {
      const takes = spread === 'constant' ? step.takes : work.exponential(step.takes);
      events.add(call.stations[step.at].serve(now, takes), call);
    }
  };

  const between = 1e6 / cell.callsPerSecond;
  let nextArrival = coming.exponential(between);
  let [from, until] = [0, 0];
  let [before, after] = [crew.workedBy(0), crew.workedBy(0)];
  while (came.length < calls || events.nextAt() < Number.POSITIVE_INFINITY) {
    const now = Math.min(nextArrival, events.nextAt());
    if (now < nextArrival) {
      proceed(events.take(), now);
      continue;
    }
    if (came.length === uncounted) [from, before] = [now, crew.workedBy(now)];
    const route = choices.uniform() < cell.keyed ? cell.routes.keyed : cell.routes.plain;
    const call = { arrivedAt: now, route, stations: crew.assign(), begun: 0, waited: 0, latency: Number.NaN };
    came.push(call);
    proceed(call, now);
    nextArrival = came.length < calls ? now + coming.exponential(between) : Number.POSITIVE_INFINITY;
    if (came.length === calls) [until, after] = [now, crew.workedBy(now)];
  }

  const counted = came.slice(uncounted);
  const share = (part: BusyPart, count: number): number => (after[part] - before[part]) / (until - from) / count;
  return {
    arrivals: counted.map(({ arrivedAt }) => arrivedAt),
    latencies: counted.map(({ latency }) => latency),
    answered,
    busy: {
      balancer: share('balancer', cell.workers),
      process: share('process', cell.processes),
      redis: share('redis', 1),
    },
  };
}
