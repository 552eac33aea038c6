const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** The longest key or value that is kept. An id of 256 characters fits, also where each of them is escaped. */
const longestText = 2048;

/**
 * Reads the id of a request from the bytes of a message as they pass by, so that a message that is too long or nests too
 * deeply can be answered. It keeps two short texts. Clients may put the id behind the parameters, so all bytes are read.
 */
export class MessageId {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #key: unknown;
  #text = '';
  #id: unknown;
  #isRequest = false;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  /** Returns the found ID and resets; `undefined` if the message is not a request. */
  take(): unknown {
    const id = this.#isRequest ? this.#id : undefined;
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    this.#key = undefined;
    this.#text = '';
    this.#id = undefined;
    this.#isRequest = false;
    return id;
  }

  #take(byte: number): void {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#inString = false;
    } else if (byte === quote) {
      this.#inString = true;
    } else if (byte === openBrace || byte === openBracket) {
      this.#depth++;
      return;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (this.#depth === 1) this.#endMember();
      this.#depth--;
      return;
    } else if (this.#depth === 1 && byte === colon) {
      this.#key = valueOf(this.#text);
      this.#text = '';
      return;
    } else if (this.#depth === 1 && byte === comma) {
      return this.#endMember();
    }
    if (this.#depth === 1 && this.#text.length < longestText) this.#text += String.fromCharCode(byte);
  }

  // As JSON.parse has it, the last of several counts.
  #endMember(): void {
    if (this.#key === 'id') this.#id = valueOf(this.#text);
    if (this.#key === 'method') this.#isRequest = true;
    this.#key = undefined;
    this.#text = '';
  }
}

/** A string or a number; nothing where the text is neither, or was cut. */
function valueOf(bytes: string): unknown {
  try {
    return JSON.parse(Buffer.from(bytes, 'latin1').toString());
  } catch {
    // The message is unreadable anyway, and is answered without an id.
    return undefined;
  }
}
