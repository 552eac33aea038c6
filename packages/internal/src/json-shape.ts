/** A JSON object whose members are not yet known. */
export interface Fields {
  readonly [name: string]: unknown;
}

/** Whether a value is a JSON object, which an array is not. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a member has a value: null counts as absent, as it does in most protocols. */
export function present(value: unknown): boolean {
  return value !== undefined && value !== null;
}
