/** The minimum capacity after a second chunk. */
const minCapacity = 1024;

/**
 * Joins chunks of bytes. A sender of single bytes takes only the memory that it has sent, not the overhead of a list of chunks. A single
 * chunk is not copied.
 */
export class ByteBuffer {
  readonly #mostBytes: number;
  #room: Uint8Array | undefined;
  #length = 0;

  /** `mostBytes` limits the capacity. The caller must count the bytes. */
  constructor(mostBytes: number = Number.POSITIVE_INFINITY) {
    this.#mostBytes = mostBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a chunk, which must not change afterwards. */
  add(piece: Uint8Array): void {
    const { length } = piece;
    if (length === 0) return;
    const start = this.#length;
    this.#length += length;
    if (start === 0) this.#room = piece;
    else this.#roomFor(start).set(piece, start);
  }

  /** Returns all bytes and resets the buffer. */
  take(): Uint8Array {
    const room = this.#room ?? new Uint8Array();
    // A single chunk, as in nearly all bodies, needs no expensive view.
    const bytes = room.length === this.#length ? room : room.subarray(0, this.#length);
    this.#room = undefined;
    this.#length = 0;
    return bytes;
  }

  // The capacity doubles, so that small chunks don't cause repeated copies.
  #roomFor(used: number): Uint8Array {
    const room = this.#room as Uint8Array;
    // The memory behind the first chunk does not belong to this buffer.
    if (room.length >= this.#length) return room;
    const wanted = Math.max(minCapacity, 2 * this.#length);
    const larger = new Uint8Array(Math.max(this.#length, Math.min(wanted, this.#mostBytes)));
    larger.set(room.subarray(0, used));
    this.#room = larger;
    return larger;
  }
}
