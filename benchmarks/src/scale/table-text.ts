/** Writes a table as pages have it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replace(/\|  (?=\|)/g, '| ');
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Writes microseconds. */
export function micro(value: number): string {
  return `${whole(value)} µs`;
}

/** Writes a number without its fraction, its thousands apart. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}

/** Writes bytes, in the largest unit that leaves something before the point. */
export function bytes(value: number): string {
  const [unit, size] = units.find(([, least]) => value >= least) ?? ['bytes', 1];
  const amount = value / size;
  return `${amount >= 10 ? whole(amount) : amount.toFixed(1)} ${unit}`;
}

/** Writes milliseconds, with two digits where that many count. */
export function milliseconds(value: number): string {
  return value >= 10 ? whole(value) : value.toFixed(value >= 1 ? 1 : 2);
}

/** Writes a share in percent. */
export function percent(share: number): string {
  return `${whole(100 * share)} %`;
}

const units: readonly (readonly [name: string, bytes: number])[] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
];
