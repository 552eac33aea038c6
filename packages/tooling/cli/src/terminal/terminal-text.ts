import { escapeControls } from '@toolwire/internal';
import type { Terminal } from './terminal.ts';

/** Aligns cells in columns. Lines that are too long are cut. */
export function table(rows: readonly (readonly string[])[], columns: number | undefined): readonly string[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))));
  return rows.map((row) => {
    const line = row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
    return truncateLine(line, columns);
  });
}

function widthOf(text: string): number {
  return Array.from(text).length;
}

function truncateLine(line: string, columns: number | undefined): string {
  if (columns === undefined || widthOf(line) <= columns) return line;
  return `${Array.from(line)
    .slice(0, Math.max(0, columns - 1))
    .join('')}…`;
}

const bold = '\u001b[1m';
const plain = '\u001b[22m';

/** Formats a heading, if the terminal supports colors. */
export function heading(text: string, { hasColor }: Terminal): string {
  return hasColor ? `${bold}${text}${plain}` : text;
}

/** Returns a server's text on one line, without control and direction characters. */
export function safeLine(text: string): string {
  return escapeControls(text.replaceAll(/\s*[\r\n\t]\s*/g, ' '));
}

/** Returns a server's text with its lines, without control and direction characters. */
export function safeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escapeControls).join('    '))
    .join('\n');
}

/** Returns JSON without control characters that a terminal would interpret. */
export function safeJson(value: unknown): string {
  // JSON leaves some control and direction characters unescaped, such as C1.
  return (JSON.stringify(value, null, 2) ?? 'null').split('\n').map(escapeControls).join('\n');
}

/** Returns a number with its noun, such as `1 tool` or `2 tools`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Where tools were found. */
interface Found {
  readonly tools: readonly unknown[];
  readonly address: string;
  readonly wire: keyof typeof sourceNames;
}

/** Returns where tools were found, such as `2 tools at http://127.0.0.1:3000 over OTC`. */
export function foundTools({ tools, address, wire }: Found): string {
  const found = `${countOf(tools.length, 'tool')} at ${safeLine(address)}`;
  return wire === 'saved' ? found : `${found} over ${protocolName(wire)}`;
}

const sourceNames = { otc: 'OTC', mcp: 'MCP', arcade: 'Arcade', saved: 'a saved listing' } as const;

/** Returns the source of the tools as a sentence names it: a protocol, or a saved listing. */
export function protocolName(wire: keyof typeof sourceNames): string {
  return sourceNames[wire];
}
