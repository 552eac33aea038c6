import type { MeasuredCosts } from '../measured-costs.ts';
import { type Assumptions, usual } from '../model.ts';
import { fewKeyed, rates } from '../model-tables.ts';
import { milliseconds, percent, table, whole } from '../table-text.ts';
import type { BusyPart } from './call-route.ts';
import { type Cell, cellsFor, loadedTo } from './cell.ts';
import type { CellRunOptions } from './cell-run.ts';
import { type SeenCell, seeCell, withoutOne } from './seen-cell.ts';

const partNames: Readonly<Record<BusyPart, string>> = { balancer: 'nginx', process: 'processes', redis: 'Redis' };

/** The tables of docs/scale.md that are simulated, each by the name of its place there, and row by row. */
export function simulationTables(costs: MeasuredCosts): Readonly<Record<'waiting' | 'cells', string>> {
  return {
    waiting: table(
      waitingHead,
      waitingRows(costs).map((row) => row()),
    ),
    cells: table(
      cellsHead,
      cellsRows(costs).map((row) => row()),
    ),
  };
}

const waitingHead = [
  'calls',
  'load',
  'calls/s',
  'half take at most, ms',
  '99 of 100, ms',
  'processes busy',
  'nginx busy',
  'Redis busy',
  'breaks first',
];

/** Rows of one cell of the largest deployment in the tables: each is simulated when it is asked for. */
export function waitingRows(costs: MeasuredCosts): readonly (() => readonly string[])[] {
  const cell = cellsFor(Math.max(...rates), costs, usual).each;
  const plain = cellsFor(cell.callsPerSecond, costs, { ...usual, keyed: 0 }).each;
  const fewer = withoutOne(cell);
  const rowsOf = (
    name: string,
    of: Cell,
    loads: readonly number[],
    { from = of, spread }: { readonly from?: Cell; readonly spread?: CellRunOptions['spread'] } = {},
  ): (() => readonly string[])[] =>
    loads.map((load) => () => {
      const { callsPerSecond } = loadedTo(load, from);
      return [name, percent(load), whole(callsPerSecond), ...seenText(seeCell({ ...of, callsPerSecond }, spread))];
    });
  return [
    ...rowsOf('with an id', cell, [0.1, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.05]),
    ...rowsOf('without an id', plain, [0.5, 0.8, 0.95, 1.05]),
    ...(fewer === undefined
      ? []
      : rowsOf('with an id, one process away', fewer, [0.5, 0.6, 0.7, 0.8, 0.9], { from: cell })),
    ...rowsOf('with an id, each piece of work as long as its mean', cell, [0.6, 0.8, 0.95], {
      spread: 'constant',
    }),
  ];
}

const cellsHead = [
  'calls/s',
  'with an id',
  'cells',
  'calls/s of each',
  'its processes',
  'its nginx workers',
  'half take at most, ms',
  '99 of 100, ms',
  'and while one process is away',
  'busiest part',
];

/** Rows of deployments up to the largest: each simulates one of the cells that it is made of. */
export function cellsRows(costs: MeasuredCosts): readonly (() => readonly string[])[] {
  return [usual, fewKeyed].flatMap((assumed) => rates.map((rate) => () => cellsRow(rate, costs, assumed)));
}

function cellsRow(rate: number, costs: MeasuredCosts, assumed: Assumptions): readonly string[] {
  const { cells, each } = cellsFor(rate, costs, assumed);
  const seen = seeCell(each);
  const fewer = withoutOne(each);
  return [
    whole(rate),
    percent(assumed.keyed),
    whole(cells),
    whole(each.callsPerSecond),
    whole(each.processes),
    whole(each.workers),
    ...timesText(seen),
    fewer === undefined ? 'no process left' : (timesText(seeCell(fewer)).at(-1) ?? ''),
    `${partNames[seen.first]}, ${percent(seen.busy[seen.first])}`,
  ];
}

function seenText(seen: SeenCell): readonly string[] {
  const { process, balancer, redis } = seen.busy;
  return [...timesText(seen), percent(process), percent(balancer), percent(redis), partNames[seen.first]];
}

function timesText({ waiting, endless }: SeenCell): readonly [p50: string, p99: string] {
  if (endless) return ['grows', `grows, by ${milliseconds(waiting.growth)} ms each second`];
  return [milliseconds(waiting.p50), milliseconds(waiting.p99)];
}
