/** A JSON object whose members are not yet known. */
export interface Fields {
  readonly [name: string]: unknown;
}

/** A JSON object, which an array is not. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No members. */
export const noFields: Fields = Object.freeze({});
