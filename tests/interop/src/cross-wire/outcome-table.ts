/** One row: an outcome, and its form in each protocol. */
export type OutcomeRow = readonly [outcome: string, ...shown: string[]];

/** Writes the table of protocols and outcomes. */
export function outcomeTable(wires: readonly string[], rows: readonly OutcomeRow[]): string {
  const lines = [['outcome', ...wires], ['outcome', ...wires].map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
