import { escapeControls } from '@toolwire/internal';

/** Returns a server's text on one line, without control and direction characters. */
export function safeLine(text: string): string {
  return escapeControls(text.replaceAll(/\s+/g, (gap) => (/[\r\n\t]/.test(gap) ? ' ' : gap)));
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

/** The names of sources of tools: the protocols, and a saved listing. */
export const sourceNames: ReadonlyMap<string, string> = new Map([
  ['otc', 'OTC'],
  ['mcp', 'MCP'],
  ['arcade', 'Arcade'],
  ['saved', 'a saved listing'],
]);

/** The tools of a target. */
interface ToolSource {
  readonly tools: readonly unknown[];
  readonly address: string;
  readonly wire: string;
}

/** Describes a target, such as `2 tools at http://127.0.0.1:3000 over OTC`. */
export function describeSource({ tools, address, wire }: ToolSource): string {
  const description = `${countOf(tools.length, 'tool')} at ${safeLine(address)}`;
  return wire === 'saved' ? description : `${description} over ${sourceNames.get(wire)}`;
}
