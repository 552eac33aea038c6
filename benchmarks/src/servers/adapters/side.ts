/** The handler of the call in an app: a hand-written route, or toolwire with a parsed or unread body. */
export type Side = 'hand-written' | 'parsed' | 'unread';

/** Reads which side of the comparison this process is. */
export function readSide(argument: string | undefined): Side {
  if (argument === 'hand-written' || argument === 'parsed' || argument === 'unread') return argument;
  throw new RangeError(
    `A server of an adapter's comparison is 'hand-written', 'parsed' or 'unread', not '${argument}'.`,
  );
}
