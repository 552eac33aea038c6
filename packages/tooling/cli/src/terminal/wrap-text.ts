import type { Terminal } from './terminal.ts';
import { widthOf } from './text-width.ts';

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
  let used = 0;
  for (const word of text.split(' ')) {
    const wordWidth = widthOf(word);
    const longer = line === '' ? wordWidth : used + 1 + wordWidth;
    if (line !== '' && longer > width) {
      lines.push(line);
      line = word;
      used = wordWidth;
    } else {
      line = line === '' ? word : `${line} ${word}`;
      used = longer;
    }
  }
  return [...lines, line];
}
