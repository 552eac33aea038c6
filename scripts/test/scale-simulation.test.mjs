import { describe, expect, it } from 'vitest';
import { readCosts } from '../../benchmarks/src/scale/measured-costs.ts';
import { usual } from '../../benchmarks/src/scale/model.ts';
import { routesOf, timeAt } from '../../benchmarks/src/scale/simulation/call-route.ts';
import { askedOf, cellsFor, loadedTo } from '../../benchmarks/src/scale/simulation/cell.ts';
import { runCell } from '../../benchmarks/src/scale/simulation/cell-run.ts';
import { createEventLine } from '../../benchmarks/src/scale/simulation/event-line.ts';
import { createRandomSource } from '../../benchmarks/src/scale/simulation/random-source.ts';
import { seeCell, withoutOne } from '../../benchmarks/src/scale/simulation/seen-cell.ts';
import { waitingOf } from '../../benchmarks/src/scale/simulation/waiting.ts';

/** @typedef {import('../../benchmarks/src/scale/simulation/cell.ts').Cell} Cell */

const costs = {
  ...readCosts(),
  plainBalancerCpu: 40,
  keyedBalancerCpu: 50,
  plainCpu: 90,
  keyedCpu: 120,
  keyedRedisCpu: 80,
  keyedScripts: 2,
};
const routes = routesOf(costs, 0.005);

/** One of each part, and every call has an id. @type {Cell} */
const whole = { callsPerSecond: 1, keyed: 1, workers: 1, processes: 1, routes };

/** A single line: every call takes a millisecond of one process. @type {Cell} */
const line = { ...whole, routes: { plain: [], keyed: [{ at: 'process', takes: 1000 }] } };

const options = /** @type {const} */ ({ calls: 40_000, seed: 7, spread: 'exponential' });

/** The share by which a value is off. */
const off = (/** @type {number} */ value, /** @type {number} */ known) => Math.abs(value / known - 1);

describe('the exact results of queueing theory', () => {
  it.each([0.3, 0.7])('one queue with random service times has calls of 1 / (1 - b), at b = %s', (load) => {
    const { mean, p50, p99 } = waitingOf(runCell(loadedTo(load, line), options));
    const known = 1 / (1 - load);
    expect(off(mean, known)).toBeLessThan(0.04);
    // Of a line like that, the times are exponentially distributed as well.
    expect(off(p50, known * Math.log(2))).toBeLessThan(0.04);
    expect(off(p99, known * Math.log(100))).toBeLessThan(0.08);
  });

  it.each([0.3, 0.7])('one queue with equal service times has half the waiting time, at b = %s', (load) => {
    const { mean } = waitingOf(runCell(loadedTo(load, line), { ...options, spread: 'constant' }));
    expect(off(mean - 1, load / (1 - load) / 2)).toBeLessThan(0.06);
  });

  it('a call with an ID passes one server of each part several times', () => {
    const cell = loadedTo(0.8, whole);
    const known = Object.values(askedOf(cell)).reduce((sum, busy) => sum + busy / (1 - busy), 0) / cell.callsPerSecond;
    expect(off(waitingOf(runCell(cell, options)).mean, 1000 * known)).toBeLessThan(0.05);
  });

  it('several queues with random selection behave like one queue each', () => {
    const cell = {
      ...line,
      workers: 3,
      routes: { plain: [], keyed: [{ at: /** @type {const} */ ('balancer'), takes: 1000 }] },
    };
    expect(off(waitingOf(runCell(loadedTo(0.6, cell), options)).mean, 2.5)).toBeLessThan(0.04);
  });

  it('processes in rotation have shorter waiting times than at random, and not negative', () => {
    const { mean } = waitingOf(runCell(loadedTo(0.6, { ...line, processes: 3 }), options));
    expect(mean).toBeGreaterThan(1.1);
    expect(mean).toBeLessThan(2.2);
  });
});

describe('a simulation run', () => {
  it('is the same for the same seed, and differs for another seed', () => {
    const cell = loadedTo(0.8, whole);
    const few = { ...options, calls: 2_000 };
    expect(runCell(cell, few)).toEqual(runCell(cell, few));
    expect(runCell(cell, few).latencies).not.toEqual(runCell(cell, { ...few, seed: 8 }).latencies);
  });

  it.each([0.1, 0.9, 1.3])('completes every call, at a load of %s', (load) => {
    const { answered, latencies, arrivals } = runCell(
      loadedTo(load, { ...whole, keyed: 0.5, workers: 2, processes: 3 }),
      { ...options, calls: 5_000 },
    );
    expect(answered).toBe(5_000);
    expect(latencies).toHaveLength(4_500);
    expect(latencies.filter((one) => !(one > 0))).toEqual([]);
    expect(arrivals).toEqual([...arrivals].sort((left, right) => left - right));
  });

  it('keeps each part as busy as the arrival rate times its service time', () => {
    const cell = loadedTo(0.7, { ...whole, keyed: 0.5, workers: 2, processes: 3 });
    const { busy } = runCell(cell, options);
    for (const [part, asked] of Object.entries(askedOf(cell))) {
      expect(off(busy[/** @type {keyof typeof busy} */ (part)], asked)).toBeLessThan(0.02);
    }
  });

  it('has growing times above full load, and not below it', () => {
    const growthAt = (/** @type {number} */ load, calls = options.calls) =>
      waitingOf(runCell(loadedTo(load, line), { ...options, calls, spread: 'constant' }));
    // 1 200 come each second and 1 000 are done: the next waits for 200 more, of a millisecond each.
    expect(off(growthAt(1.2).growth, 200)).toBeLessThan(0.1);
    expect(off(growthAt(1.2).p99, 2 * growthAt(1.2, options.calls / 2).p99)).toBeLessThan(0.15);
    expect(Math.abs(growthAt(0.7).growth)).toBeLessThan(1);
    expect(runCell(loadedTo(1.2, line), options).busy.process).toBeCloseTo(1, 2);
  });
});

describe('a cell', () => {
  it('has the measured costs of a call in each part', () => {
    for (const [route, balancer, process, redis] of /** @type {const} */ ([
      [routes.keyed, 50, 120, 80],
      [routes.plain, 40, 90, 0],
    ])) {
      expect(timeAt('balancer', route)).toBeCloseTo(balancer, 9);
      expect(timeAt('process', route)).toBeCloseTo(process, 9);
      expect(timeAt('redis', route)).toBeCloseTo(redis, 9);
    }
    expect(routes.keyed.filter(({ at }) => at === 'redis')).toHaveLength(2);
  });

  it('has its share of all calls, at no more than the planned load', () => {
    const { cells, each } = cellsFor(1_000_000, costs, usual);
    expect(cells * each.callsPerSecond).toBeCloseTo(1_000_000, 3);
    expect(Math.max(...Object.values(askedOf(each)))).toBeLessThanOrEqual(usual.busy);
  });

  it('with more load is limited by its first part, with endless growth', () => {
    const cell = { ...whole, processes: 2 };
    expect(seeCell(loadedTo(0.8, cell))).toMatchObject({ first: 'redis', endless: false });
    expect(seeCell(loadedTo(1.05, cell))).toMatchObject({ first: 'redis', endless: true });
    expect(withoutOne(cell)).toMatchObject({ processes: 1 });
    expect(withoutOne(whole)).toBeUndefined();
    const fewer = { ...whole, callsPerSecond: loadedTo(0.8, cell).callsPerSecond };
    expect(seeCell(fewer)).toMatchObject({ first: 'process', endless: true });
  });
});

describe('the tools of the simulation', () => {
  it('an event queue returns all events, the earliest first', () => {
    const random = createRandomSource(3);
    const events = createEventLine();
    const times = Array.from({ length: 1_000 }, random.uniform);
    for (const at of times) events.add(at, at);
    const taken = times.map(() => events.take());
    expect(taken).toEqual([...times].sort((left, right) => left - right));
    expect(events.nextAt()).toBe(Number.POSITIVE_INFINITY);
    expect(() => events.take()).toThrow('Nothing is to happen any more.');
  });

  it('random numbers are distributed evenly, and independent of each other', () => {
    const { uniform } = createRandomSource(5);
    const drawn = Array.from({ length: 100_000 }, uniform);
    const share = (/** @type {(one: number, index: number) => boolean} */ fits) =>
      drawn.filter(fits).length / drawn.length;
    for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      expect(
        off(
          share((one) => Math.floor(one * 10) === tenth),
          0.1,
        ),
      ).toBeLessThan(0.03);
    }
    expect(
      off(
        share((one, index) => one < 0.5 && (drawn[index + 1] ?? 1) < 0.5),
        0.25,
      ),
    ).toBeLessThan(0.03);
  });
});
