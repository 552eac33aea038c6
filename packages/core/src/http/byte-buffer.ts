/** The minimum capacity after a second chunk. */
const minCapacity = 1024;

/**
 * Joins chunks of bytes, up to a limit. A client that sends single bytes costs only the memory of these bytes, without the overhead of a
 * list of chunks. A single chunk is not copied.
 */
export class ByteBuffer {
  readonly #maxBytes: number;
  #memory: Uint8Array | undefined;
  #length = 0;

  constructor(maxBytes: number = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a chunk, which must not change afterwards. Returns false, and adds nothing, if it exceeds the limit. */
  add(chunk: Uint8Array): boolean {
    const { length } = chunk;
    const start = this.#length;
    if (start + length > this.#maxBytes) return false;
    if (length === 0) return true;
    this.#length += length;
    if (start === 0) this.#memory = chunk;
    else this.#grow(start).set(chunk, start);
    return true;
  }

  /** Returns all bytes and resets the buffer. */
  take(): Uint8Array {
    const memory = this.#memory ?? new Uint8Array();
    // A single chunk, as in nearly all bodies, needs no expensive view.
    const bytes = memory.length === this.#length ? memory : memory.subarray(0, this.#length);
    this.#memory = undefined;
    this.#length = 0;
    return bytes;
  }

  // The capacity doubles, so that small chunks don't cause repeated copies.
  #grow(usedBytes: number): Uint8Array {
    const memory = this.#memory as Uint8Array;
    // Never true for a first chunk, which is full: its memory does not belong to this buffer.
    if (memory.length >= this.#length) return memory;
    const capacity = Math.max(minCapacity, 2 * this.#length);
    const larger = new Uint8Array(Math.max(this.#length, Math.min(capacity, this.#maxBytes)));
    larger.set(memory.subarray(0, usedBytes));
    this.#memory = larger;
    return larger;
  }
}
