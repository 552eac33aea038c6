/** Refuses, when the program starts, a number of bytes that is none. */
export function checkBytes(name: string, bytes: unknown): void {
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 1) {
    throw new RangeError(`${name} is ${String(bytes)}. Give a whole number of bytes of 1 or more.`);
  }
}
