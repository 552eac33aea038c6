import { endOfString } from './json-text.ts';

/**
 * Tells whether JSON text has more parts than a limit: lists, objects, and what a comma parts. Each costs memory for as
 * long as its call runs, and the smallest, such as `{}`, twenty times as much as it took to send.
 */
export function textHasMoreParts(text: string, limit: number): boolean {
  // Nothing to count in nearly all requests.
  if (text.length <= limit) return false;
  let parts = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ',' || character === '{' || character === '[') {
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
