const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** JSON text that many wait for: its bytes are made once, and whoever sends it holds no copy. */
export class SharedText {
  readonly bytes: Uint8Array;

  constructor(text: string | Uint8Array) {
    this.bytes = typeof text === 'string' ? encoder.encode(text) : text;
  }

  toString(): string {
    return decoder.decode(this.bytes);
  }
}

/** Text to send, of which parts may be shared with others. */
export type SentText = string | readonly (string | SharedText)[];

/** The text as one. */
export function wholeText(text: SentText): string {
  return typeof text === 'string' ? text : text.join('');
}
