import type { MeasuredCosts } from '../measured-costs.ts';

/** The parts that calls wait for, one behind the other. */
export type BusyPart = 'balancer' | 'process' | 'redis';

/** One thing that is done for a call: by a part, or by what its tool waits for, which takes any number at once. */
export interface Step {
  readonly at: BusyPart | 'tool';
  /** Microseconds, on average. */
  readonly takes: number;
}

/** The steps of a call, from its first byte to its last. */
export type Route = readonly Step[];

/** The way of a call without an id, and of one with. */
export interface Routes {
  readonly plain: Route;
  readonly keyed: Route;
}

/**
 * Lays the measured CPU time of a call out along its way. The balancer has it twice. The process has it before, between and after
 * all that it waits for: the tool, one script that claims the id before, and those that keep the answer after. All pieces at a part are as long.
 */
export function routesOf(costs: MeasuredCosts, callSeconds: number): Routes {
  const tool: Step = { at: 'tool', takes: callSeconds * 1e6 };
  const scripts = Math.max(2, Math.round(costs.keyedScripts));
  const script: Step = { at: 'redis', takes: costs.keyedRedisCpu / scripts };
  const after = Array.from({ length: scripts - 1 }, () => script);
  return {
    plain: routeOf(costs.plainBalancerCpu, costs.plainCpu, [tool]),
    keyed: routeOf(costs.keyedBalancerCpu, costs.keyedCpu, [script, tool, ...after]),
  };
}

/** Adds up what a call takes of a part, in microseconds. */
export function timeAt(part: BusyPart, route: Route): number {
  return route.reduce((sum, { at, takes }) => (at === part ? sum + takes : sum), 0);
}

function routeOf(balancerCpu: number, processCpu: number, awaited: readonly Step[]): Route {
  const balancer: Step = { at: 'balancer', takes: balancerCpu / 2 };
  const piece: Step = { at: 'process', takes: processCpu / (awaited.length + 1) };
  return [balancer, piece, ...awaited.flatMap((step) => [step, piece]), balancer];
}
