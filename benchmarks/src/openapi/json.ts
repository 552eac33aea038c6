/** An object of JSON. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON, and not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value, if it is an object; otherwise an empty one. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value, if it is a list; otherwise an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The target of a reference within a document, through a chain of references. */
export function resolved(value: unknown, root: JsonRecord): unknown {
  let current = value;
  for (let step = 0; step < 20 && isRecord(current) && typeof current['$ref'] === 'string'; step++) {
    current = targetOf(current['$ref'], root);
  }
  return current;
}

/** The target of one reference; `undefined` if the document doesn't have it. */
export function targetOf(reference: string, root: JsonRecord): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? (value as JsonRecord)[step] : undefined),
      root,
    );
}
