import { longestId } from '@toolwire/internal';

/** The id of a call: the one it was given, or a new one where it was given none (E36). */
export function callIdOf(given: unknown): string {
  if (given === undefined || given === null || given === '') return createCallId();
  if (typeof given !== 'string') {
    throw new TypeError(`The callId is a ${typeof given}. Give a text, or leave it out to get a random one.`);
  }
  if (given.length <= longestId) return given;
  throw new RangeError(`The callId has ${given.length} characters, and servers take ${longestId} at most.`);
}

/** A new call id: a random UUID, made of what pages without HTTPS have too. */
function createCallId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte, index) => withVersion(byte, index).toString(16).padStart(2, '0')).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

// RFC 9562, 5.4: version 4, variant 10.
function withVersion(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}
