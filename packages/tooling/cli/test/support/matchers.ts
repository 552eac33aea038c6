import { expect } from 'vitest';

/** Any text. */
export const anyText: unknown = expect.any(String);

/** A string that contains another string. */
export const textWith = (part: string): unknown => expect.stringContaining(part);

/** A list that has these among its entries. */
export const listWith = (...entries: readonly unknown[]): unknown => expect.arrayContaining([...entries]);

/** An object that has these among its members. */
export const objectWith = (members: object): unknown => expect.objectContaining(members);
