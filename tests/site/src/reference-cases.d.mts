/** Declares the tests of the reference pages. `read` reads a file of the built site. */
export function describeReference(read: (path: string) => string): void;
