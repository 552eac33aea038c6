/** A JSON Schema as data. */
export type JsonSchemaObject = Readonly<Record<string, unknown>>;
