import type { Terminal } from './terminal.ts';

/** The width of lines after an indentation. Lines for a file or a pipe may have any length. */
export function lineWidth({ columns = Number.POSITIVE_INFINITY }: Pick<Terminal, 'columns'>, indentation = 0): number {
  return columns - indentation;
}

/** Puts a prefix before the first line, and indents the other lines by a width. */
export function withPrefix(prefix: string, width: number, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${index === 0 ? prefix : ' '.repeat(width)}${line}`);
}

/** Ends each line with a line break, and joins them. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Breaks text between words into lines of at most this width. A longer word gets its own line. Line breaks stay. */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(text: string, width: number): readonly string[] {
  // Without a width, the steps below would take quadratic time for a long line.
  if (widthOf(text) <= width) return [text.replace(/^ +/, '')];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Cuts text to a width. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  const start = Array.from(text).slice(0, width - 1);
  return `${start.join('')}…`;
}

/** The number of characters. */
export function widthOf(text: string): number {
  return Array.from(text).length;
}
