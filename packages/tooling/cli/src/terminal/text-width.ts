import type { Terminal } from './terminal.ts';

/** A character with its marks. The letters of a flag, the parts of an emoji and the parts of a Korean syllable are one character. */
const characters = /(?:\p{RI}{2}|.)(?:[\p{M}\p{Emoji_Modifier}\u1160-\u11FF\u{E0020}-\u{E007F}]|\u200D\p{ExtPict})*/gsu;

/** Characters of two columns: those that Unicode lists as wide or full-width in East Asia, and emoji. */
const wide =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;

const invisible = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/gu;

/** The columns of a text in a terminal: two for each wide character, such as an emoji, and none for a combining mark. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const [character] of text.matchAll(characters)) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  return wide.test(character) ? 2 : Array.from(character.replaceAll(invisible, '')).length;
}

/** Cuts text to a width, between characters. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  let start = '';
  let left = width - 1;
  for (const [character] of text.matchAll(characters)) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    start += character;
  }
  return `${start}…`;
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

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
