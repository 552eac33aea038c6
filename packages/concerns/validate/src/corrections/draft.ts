/** A JSON Schema that a library is still writing. */
export type Draft = Record<string, unknown>;
