/** A JSON object whose members are not yet known. */
export interface Fields {
  readonly [name: string]: unknown;
}

/** A JSON object, which an array is not. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells a member that is there from one that is absent, or null, which stands for absent in most protocols. */
export function present(value: unknown): boolean {
  return value !== undefined && value !== null;
}
