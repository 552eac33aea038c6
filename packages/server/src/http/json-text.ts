/** Where the string ends whose opening quote stands at `start`: at its closing quote, or behind the text where it has none. */
export function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '"') return index;
    if (text[index] === '\\') index++;
  }
  return text.length;
}
