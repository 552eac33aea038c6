/** Who answers the call in a host's app: a route of its own, or toolwire with bodies parsed in front of it or left unread. */
export type Side = 'hand-written' | 'parsed' | 'unread';

/** Reads which side of the comparison this process is. */
export function readSide(argument: string | undefined): Side {
  if (argument === 'hand-written' || argument === 'parsed' || argument === 'unread') return argument;
  throw new RangeError(
    `A server of an adapter's comparison is 'hand-written', 'parsed' or 'unread', not '${argument}'.`,
  );
}
