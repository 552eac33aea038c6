import { type Figure, meetsTarget, type Section } from './figure.ts';

const headings = ['', 'median', 'before', 'quartiles', 'target', 'verdict', ''];
const numbers: ReadonlySet<number> = new Set([1, 2, 3]);

/** Writes a section as a table for people. */
export function sectionTable({ title, about, figures, text }: Section): string {
  if (figures.length === 0) return [title, about, '', text ?? '', ''].join('\n');
  const rows = [headings, ...figures.map(cells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        numbers.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [title, about, '', ...lines, ''].join('\n');
}

/** Writes all sections for programs. */
export function reportJson(sections: readonly Section[]): string {
  const judged = sections.map((section) => ({
    ...section,
    figures: section.figures.map((one) => ({ ...one, isMet: meetsTarget(one) })),
  }));
  return `${JSON.stringify({ node: process.version, platform: `${process.platform}-${process.arch}`, sections: judged }, null, 2)}\n`;
}

/** The targets that were missed, each as a sentence. */
export function missedTargets(sections: readonly Section[]): readonly string[] {
  return sections
    .flatMap(({ figures }) => figures)
    .filter((one) => meetsTarget(one) === false)
    .map(
      (one) =>
        `${one.name}: ${amount(one.value, one.unit)}, and at most ${amount(one.atMost ?? 0, one.unit)} is allowed`,
    );
}

function cells(one: Figure): string[] {
  const { name, value, unit, spread, atMost, note, before } = one;
  const isMet = meetsTarget(one);
  return [
    name,
    amount(value, unit),
    before === undefined ? '' : amount(before, unit),
    spread === undefined ? '' : `${digits(spread[0])} to ${digits(spread[1])}`,
    atMost === undefined ? '' : `<= ${amount(atMost, unit)}`,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
    note ?? '',
  ];
}

function amount(value: number, unit: Figure['unit']): string {
  return unit === 'x' ? `${value.toFixed(3)} x` : `${digits(value)} ${unit}`;
}

function digits(value: number): string {
  return value >= 1000
    ? Math.round(value).toLocaleString('en').replaceAll(',', ' ')
    : value.toFixed(value >= 100 ? 0 : 2);
}
