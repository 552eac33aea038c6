import { escapeControls } from '@toolwire/internal';

/** A text of a server on one line, with nothing in it that would move the cursor or turn the direction. */
export function safeLine(text: string): string {
  return escapeControls(text.replaceAll(/\s*[\r\n\t]\s*/g, ' '));
}

/** A text of a server with its lines, and nothing else that a terminal would obey. */
export function safeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escapeControls).join('    '))
    .join('\n');
}

/** JSON for a person or a program: the same value for whoever parses it, and nothing that a terminal would obey. */
export function safeJson(value: unknown): string {
  // What JSON leaves as it is, such as C1 and what turns text, is written as JSON's own escapes.
  return (JSON.stringify(value, null, 2) ?? 'null').split('\n').map(escapeControls).join('\n');
}
