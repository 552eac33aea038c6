/** Text to send. Its parts may be shared with other clients. */
export type OutgoingText = string | readonly (string | SharedText)[];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** JSON text for many clients. It is encoded once, and senders don't copy it. */
export class SharedText {
  /** The text in UTF-8. */
  readonly bytes: Uint8Array;

  constructor(text: string | Uint8Array) {
    this.bytes = typeof text === 'string' ? encoder.encode(text) : text;
  }

  /** `join` of `joinText` calls this. */
  toString(): string {
    return decoder.decode(this.bytes);
  }
}

/** Joins the parts to one string. */
export function joinText(text: OutgoingText): string {
  return typeof text === 'string' ? text : text.join('');
}
