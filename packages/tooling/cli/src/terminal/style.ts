import { styleText } from 'node:util';
import type { Terminal } from './terminal.ts';

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Formats text, if the terminal supports colors. */
export type Style = Readonly<Record<Format, (text: string) => string>> & {
  /** Shows text as a link. Terminals without links show the text only. */
  readonly link: (text: string, url: string) => string;
};

/** The states that output marks: `✓` success, `✗` problem, `!` warning, `–` skipped. */
export type Mark = 'ok' | 'problem' | 'warning' | 'skipped';

/** Whether output to a stream has colors: it is a terminal that supports them, and NO_COLOR is not set. */
export function supportsColor(
  { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';
}

export function styleOf({ hasColor }: Pick<Terminal, 'hasColor'>): Style {
  const formatWith =
    (format: Format) =>
    (text: string): string =>
      // The terminal has decided on colors already, so Node does not check the stream again.
      hasColor && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: formatWith('bold'),
    dim: formatWith('dim'),
    red: formatWith('red'),
    green: formatWith('green'),
    yellow: formatWith('yellow'),
    cyan: formatWith('cyan'),
    link: (text, url) => (hasColor ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : url),
  };
}

const marks = {
  ok: ['✓', 'green'],
  problem: ['✗', 'red'],
  warning: ['!', 'yellow'],
  skipped: ['–', 'dim'],
} as const satisfies Readonly<Record<Mark, readonly [string, Format]>>;

/** Returns the character of a state, in its color. */
export function markOf(state: Mark, style: Style): string {
  const [character, format] = marks[state];
  return style[format](character);
}
