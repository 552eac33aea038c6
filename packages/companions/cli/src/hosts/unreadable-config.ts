/** A file that cannot be changed without a person; the message says why. */
export class UnreadableConfig extends Error {
  override readonly name = 'UnreadableConfig';
}
