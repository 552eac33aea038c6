import { endOfString, jsonByte } from './json-text.ts';

const { quote, comma, openBracket, openBrace } = jsonByte;

/**
 * Tells whether JSON text has more parts than a limit: lists, objects, and what a comma parts. Each costs memory for as
 * long as its call runs, and the smallest, such as `{}`, twenty times as much as it took to send.
 */
export function textHasMoreParts(bytes: Uint8Array, limit: number): boolean {
  // Nothing to count in nearly all requests.
  if (bytes.length <= limit) return false;
  let parts = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === comma || byte === openBrace || byte === openBracket) {
      if (++parts > limit) return true;
    }
  }
  return false;
}

/** Tells the same of a value that a host has parsed already, whose nesting is known to have an end. */
export function valueHasMoreParts(value: unknown, limit: number): boolean {
  const open: unknown[] = [value];
  let parts = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const members = Object.values(one) as unknown[];
    parts += Math.max(1, members.length);
    if (parts > limit) return true;
    for (const member of members) open.push(member);
  }
  return false;
}
