import type { BusyPart } from './call-route.ts';
import type { Cell } from './cell.ts';
import type { RandomSource } from './random-source.ts';
import { createStation, type Station } from './station.ts';

/** One station of each part: those that a call goes through. */
export type Stations = Readonly<Record<BusyPart, Station>>;

/** All stations of a cell. */
export interface Crew {
  /** Chooses the stations of the next call. */
  readonly assign: () => Stations;
  /** For how long the stations of each part have worked until now, all of a part together. */
  readonly workedBy: (now: number) => Readonly<Record<BusyPart, number>>;
}

/** Makes the workers of nginx, the processes and the Redis of a cell, all at rest. */
export function createCrew({ workers, processes }: Pick<Cell, 'workers' | 'processes'>, choices: RandomSource): Crew {
  const balancers = Array.from({ length: workers }, (_, index) => ({ station: createStation(), turn: index }));
  const servers = Array.from({ length: processes }, createStation);
  const redis = createStation();
  return {
    assign: () => {
      // The connection of a caller belongs to one worker, and each worker uses all processes in rotation.
      const balancer = chosen(balancers, Math.floor(choices.uniform() * workers));
      const process = chosen(servers, balancer.turn % processes);
      balancer.turn += 1;
      return { balancer: balancer.station, process, redis };
    },
    workedBy: (now) => {
      const together = (stations: readonly Station[]): number =>
        stations.reduce((sum, one) => sum + one.workedBy(now), 0);
      return {
        balancer: together(balancers.map(({ station }) => station)),
        process: together(servers),
        redis: redis.workedBy(now),
      };
    },
  };
}

function chosen<One>(all: readonly One[], index: number): One {
  const one = all[index];
  if (one === undefined) throw new RangeError(`A cell needs one of each part at least, and has no number ${index}.`);
  return one;
}
