import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { StoreKind } from './backends.ts';
import {
  type CellResult,
  type FaultCell,
  faultCells,
  faultRows,
  reasonAgainst,
  runCell,
  storeColumns,
} from './fault-table.ts';

const usage = `Usage:
  npm run faults                        run all histories, and print the table
  npm run faults -- --write             also write their cells into docs/durable.md
  npm run faults -- --only kill,clock   run some faults
  npm run faults -- --stores sqlite     run on some of: ${Object.keys(storeColumns).join(', ')}

Options:
  --seed <n>   another order of faults (default: 17)
  --jobs <n>   how many histories run at the same time (default: 4)`;

const page = fileURLToPath(new URL('../../../docs/durable.md', import.meta.url));
const [begin, end] = ['<!-- fault table: written by `npm run faults -- --write` -->', '<!-- /fault table -->'];

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: faultRows.join() },
      stores: { type: 'string', default: Object.keys(storeColumns).join() },
      seed: { type: 'string', default: '17' },
      jobs: { type: 'string', default: '4' },
      write: { type: 'boolean', default: false },
    },
  });
  const [rows, stores] = [values.only.split(','), values.stores.split(',')];
  const cells = faultCells.filter(({ row, kind }) => rows.includes(row) && stores.includes(kind));
  const missing = cells.flatMap((cell) => reasonAgainst(cell) ?? []);
  if (cells.length === 0 || missing.length > 0) return fail([...new Set(missing), usage].join('\n'));
  const results = await runAll(cells, Number(values.seed), Number(values.jobs));
  print(tableOf(results, () => 'not run'));
  const all = [...results.values()];
  const violations = all.reduce((sum, result) => sum + result.violations.length, 0);
  print(`${all.length} histories, ${all.reduce((sum, { calls }) => sum + calls, 0)} calls, ${violations} violations.`);
  if (values.write) writeTable(results);
  return violations > 0 ? 1 : 0;
}

async function runAll(cells: readonly FaultCell[], seed: number, jobs: number): Promise<Map<FaultCell, CellResult>> {
  const waiting = [...cells];
  const results = new Map<FaultCell, CellResult>();
  const work = async (): Promise<void> => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      const startedAt = performance.now();
      // A history that breaks off is a violation too, and the others continue.
      const result = await runCell(cell, seed).catch(
        (error: unknown): CellResult => ({ calls: 0, violations: [`broken off: ${String(error)}`] }),
      );
      results.set(cell, result);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      const { calls, violations, times } = result;
      print(`${cell.row} on ${cell.kind}: ${calls} calls, ${violations.length} violations, ${seconds} s`);
      for (const violation of violations.slice(0, 10)) print(`  ${violation}`);
      if (violations.length > 0 && times !== undefined) print(`  ${times}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

/** The table. A cell without a result gets this text. */
function tableOf(results: ReadonlyMap<FaultCell, CellResult>, missing: (cell: FaultCell) => string): string {
  const kinds = Object.keys(storeColumns) as StoreKind[];
  const cellOf = (row: string, kind: StoreKind): string => {
    const cell = faultCells.find((one) => one.row === row && one.kind === kind);
    if (cell === undefined) return 'does not apply';
    const result = results.get(cell);
    return result === undefined ? missing(cell) : `${result.calls}, ${result.violations.length}`;
  };
  return [
    `| fault | ${kinds.map((kind) => storeColumns[kind]).join(' | ')} |`,
    `|---|${kinds.map(() => '---').join('|')}|`,
    ...faultRows.map((row) => `| ${row} | ${kinds.map((kind) => cellOf(row, kind)).join(' | ')} |`),
  ].join('\n');
}

/** Writes the cells that were run, also those with violations. The others keep their text. */
function writeTable(results: ReadonlyMap<FaultCell, CellResult>): void {
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${page} has no place for the fault table.`);
  const lines = text.slice(before, after).split('\n');
  const kinds = Object.keys(storeColumns);
  const textOf = ({ row, kind }: FaultCell): string =>
    lines
      .find((line) => line.startsWith(`| ${row} |`))
      ?.split(' | ')
      [kinds.indexOf(kind) + 1]?.replace(/ \|$/, '') ?? 'not run';
  const table = tableOf(results, textOf);
  writeFileSync(page, `${text.slice(0, before)}${begin}\n\n${table}\n\n${text.slice(after)}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(text: string): number {
  process.stderr.write(`${text}\n`);
  return 2;
}
