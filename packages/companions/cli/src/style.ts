import type { Terminal } from './terminal.ts';

const bold = '\u001b[1m';
const plain = '\u001b[22m';

/** A heading, where the terminal has a way to show one. */
export function heading(text: string, { hasColor }: Terminal): string {
  return hasColor ? `${bold}${text}${plain}` : text;
}
