/** The least room that is made once a second piece has come. */
const leastRoom = 1024;

/**
 * Bytes that come in pieces, kept as one: whoever sends them byte by byte takes as much memory as they have sent, not a
 * hundred times as much for a list of pieces. Bytes that come in one piece are not copied.
 */
export class GrowingBytes {
  readonly #mostBytes: number;
  #room: Uint8Array | undefined;
  #length = 0;

  /** Room is made for so many bytes and not beyond; to count them is up to the caller. */
  constructor(mostBytes: number = Number.POSITIVE_INFINITY) {
    this.#mostBytes = mostBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a piece, which must not change afterwards. */
  add(piece: Uint8Array): void {
    const { length } = piece;
    if (length === 0) return;
    const start = this.#length;
    this.#length += length;
    if (start === 0) this.#room = piece;
    else this.#roomFor(start).set(piece, start);
  }

  /** All bytes so far; what is added afterwards begins anew. */
  take(): Uint8Array {
    const room = this.#room ?? new Uint8Array();
    // What has come in one piece, as nearly all bodies do, needs no view of its own, which costs more than it seems.
    const bytes = room.length === this.#length ? room : room.subarray(0, this.#length);
    this.#room = undefined;
    this.#length = 0;
    return bytes;
  }

  // Twice as much each time, or a body in small pieces would be copied again and again.
  #roomFor(used: number): Uint8Array {
    const room = this.#room as Uint8Array;
    // The first piece has no room behind it: what lies there is not ours.
    if (room.length >= this.#length) return room;
    const wanted = Math.max(leastRoom, 2 * this.#length);
    const larger = new Uint8Array(Math.max(this.#length, Math.min(wanted, this.#mostBytes)));
    larger.set(room.subarray(0, used));
    this.#room = larger;
    return larger;
  }
}
