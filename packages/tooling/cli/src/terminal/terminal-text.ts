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
