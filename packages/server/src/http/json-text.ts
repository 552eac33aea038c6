/** The bytes that divide JSON text into its parts. */
export const jsonByte = {
  quote: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** Where the string ends whose opening quote stands at `start`: at its closing quote, or behind the text where it has none. */
export function endOfString(bytes: Uint8Array, start: number): number {
  for (let index = start + 1; index < bytes.length; index++) {
    if (bytes[index] === jsonByte.quote) return index;
    if (bytes[index] === jsonByte.backslash) index++;
  }
  return bytes.length;
}
