/**
 * Splits chunks of text into lines. Only a line feed ends a line, because JSON may contain U+2028 and U+2029. A line that takes many chunks is
 * joined once, when it ends.
 */
export class LineReader {
  #pieces: string[] = [];

  read(piece: string): readonly string[] {
    const [first = '', ...others] = piece.split('\n');
    this.#pieces.push(first);
    const unfinished = others.pop();
    if (unfinished === undefined) return [];
    const lines = [this.#pieces.join(''), ...others];
    this.#pieces = [unfinished];
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
}

/** Reads the lines of UTF-8 in chunks, which may split characters. The last line may lack its line feed. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const lines = new LineReader();
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield* lines.read(decoder.decode(chunk, { stream: true }));
  yield* lines.read(`${decoder.decode()}\n`);
}
