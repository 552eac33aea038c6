import type { ServerProcess } from './server-process.ts';
import type { Vitals } from './vitals.ts';
import { waitUntil } from './wait-until.ts';

/** What callers do that lasts. */
export interface LongExchange {
  readonly what: string;
  /** How much may be held for it, where that is less than is allowed anyway. */
  readonly mostBytes?: number | undefined;
  /** Begins it, and resolves once the server has all of it. */
  begin(server: ServerProcess): Promise<Begun>;
}

/** An exchange that lasts. */
export interface Begun {
  readonly sentBytes: number;
  leave(): void | Promise<void>;
}

/** What an exchange costs its server while it lasts. */
export interface Cost {
  readonly what: string;
  readonly sentBytes: number;
  /** What the heap and the buffers hold more than before. */
  readonly retainedBytes: number;
  readonly allowedBytes: number;
  readonly stallMs: number;
}

/** The most that a server may hold for so many bytes. */
function fairBytes(sentBytes: number): number {
  return 4 * 2 ** 20 + 5 * sentBytes;
}

/** Measures an exchange the second time it is made, so that no first use of code is counted. */
export async function measureCost(server: ServerProcess, exchange: LongExchange): Promise<Cost> {
  const first = await exchange.begin(server);
  await first.leave();
  await settled(server);
  const before = await settled(server);
  const { sentBytes, ...second } = await exchange.begin(server);
  const early = await server.vitals();
  const during = await settled(server);
  await second.leave();
  const retainedBytes = held(during) - held(before);
  return {
    what: exchange.what,
    sentBytes,
    retainedBytes,
    allowedBytes: exchange.mostBytes ?? fairBytes(sentBytes),
    stallMs: Math.max(early.stallMs, during.stallMs),
  };
}

function held({ heap, buffers }: Vitals): number {
  return heap + buffers;
}

/** Waits until the server holds as much as it did a moment before. */
async function settled(server: ServerProcess): Promise<Vitals> {
  let last = await server.vitals();
  let worst = last.stallMs;
  await waitUntil(async () => {
    const now = await server.vitals();
    const isSame = Math.abs(held(now) - held(last)) < 50_000 && now.sockets === last.sockets;
    last = now;
    worst = Math.max(worst, now.stallMs);
    return isSame;
  }, 20_000);
  return { ...last, stallMs: worst };
}

/** Writes costs as a table. */
export function costTable(costs: readonly Cost[]): string {
  const rows = [
    ['exchange', 'sent', 'retained', 'per byte', 'allowed', 'worst stall'],
    ...costs.map(({ what, sentBytes, retainedBytes, allowedBytes, stallMs }) => [
      what,
      kilobytes(sentBytes),
      kilobytes(retainedBytes),
      (retainedBytes / sentBytes).toFixed(2),
      kilobytes(allowedBytes),
      `${stallMs.toFixed(0)} ms`,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ')).join('\n');
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} kB`;
}
