/** A JSON object whose members are not yet known. */
export interface Fields {
  readonly [name: string]: unknown;
}

/** A JSON object, which an array is not. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is there; null stands for absent everywhere in this protocol. */
export function present(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A text with something in it. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An array whose elements are not yet known. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The objects of an array; nothing where there is no array. */
export function objectsIn(value: unknown): readonly Fields[] {
  return isArray(value) ? value.filter(isObject) : [];
}
