const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** The maximum length of a stored key or value. An ID of 256 characters fits, even if each character is escaped. */
const maxTextLength = 2048;

/**
 * Reads the ID of a request from the bytes of a message, without storing the message. The server can then respond to a message that
 * is too long or too deeply nested. All bytes are read, because the ID may follow the parameters.
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
    for (const byte of bytes) this.#read(byte);
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

  #read(byte: number): void {
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
    if (this.#depth === 1 && this.#text.length < maxTextLength) this.#text += String.fromCharCode(byte);
  }

  // The last of several members with the same key wins, as in JSON.parse.
  #endMember(): void {
    if (this.#key === 'id') this.#id = valueOf(this.#text);
    if (this.#key === 'method') this.#isRequest = true;
    this.#key = undefined;
    this.#text = '';
  }
}

/** The JSON value of the text; `undefined` if the text was truncated. */
function valueOf(bytes: string): unknown {
  try {
    return JSON.parse(Buffer.from(bytes, 'latin1').toString());
  } catch {
    // The message is unreadable anyway, and its response has no ID.
    return undefined;
  }
}
