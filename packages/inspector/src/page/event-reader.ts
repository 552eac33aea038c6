import { LineReader } from '@toolwire/internal';
import { type Json, parseJson } from './json.ts';

/** Reads the body of a response as text, piece by piece. */
export async function* textPieces({ body }: Response): AsyncGenerator<string, void, undefined> {
  // Safari can't iterate over a body.
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    yield decoder.decode(part.value, { stream: true });
  }
}

/** Parses server-sent events whose data is JSON from chunks. */
export class EventReader {
  readonly #lines = new LineReader();
  #data: string[] = [];

  read(piece: string): readonly Json[] {
    return this.#lines.read(piece).flatMap((line) => {
      if (line.startsWith('data:')) this.#data.push(line.slice(5).trimStart());
      if (line !== '' || this.#data.length === 0) return [];
      const message = parseJson(this.#data.join('\n'));
      this.#data = [];
      return message === undefined ? [] : [message];
    });
  }
}
