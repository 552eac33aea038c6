import { maskRanges, type Range } from './mask-ranges.ts';

/** Whoever quotes a credential shows at least so much of it; shorter pieces are in many words. */
const shortestPiece = 8;

/** Makes a function that hides every piece of a secret which a text quotes, such as its beginning: eight characters in a row, or more. */
export function createPieceMask(secrets: readonly string[]): (text: string) => string {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    for (let at = 0; at + shortestPiece <= secret.length; at += 1) pieces.add(secret.slice(at, at + shortestPiece));
  }
  return (text) => {
    const found: Range[] = [];
    for (let at = 0; at + shortestPiece <= text.length; at += 1) {
      if (pieces.has(text.slice(at, at + shortestPiece))) found.push({ from: at, to: at + shortestPiece });
    }
    return found.length === 0 ? text : maskRanges(text, found);
  };
}
