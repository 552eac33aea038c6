/** One row: an outcome, and how each wire tells it. */
export type OutcomeRow = readonly [outcome: string, ...shown: string[]];

/** Writes the table of wires and outcomes. */
export function outcomeTable(wires: readonly string[], rows: readonly OutcomeRow[]): string {
  const lines = [['outcome', ...wires], ['outcome', ...wires].map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
