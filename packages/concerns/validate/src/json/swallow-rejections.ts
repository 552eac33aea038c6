const maxParts = 10_000;

/** Handles the rejections of promises in a value that is not sent. An unhandled rejection would end the process. */
export function swallowRejections(value: unknown): void {
  const seen = new Set<object>();
  const parts: unknown[] = [value];
  while (parts.length > 0 && seen.size < maxParts) {
    const part = parts.pop();
    if (typeof part === 'object' && part !== null && !seen.has(part)) {
      seen.add(part);
      parts.push(...partsOf(part));
    }
  }
}

function partsOf(value: object): readonly unknown[] {
  try {
    if (Object.prototype.toString.call(value) === '[object Promise]') {
      // Throws for other thenables, such as a query that starts when its result is requested.
      void Promise.prototype.then.call(value, undefined, ignore);
      return [];
    }
    // Getters are not called, because they may have side effects.
    return namesOf(value).map((name): unknown => Object.getOwnPropertyDescriptor(value, name)?.value);
  } catch {
    // A proxy may throw anything, so the error is not read.
    return [];
  }
}

function namesOf(value: object): readonly string[] {
  if (Array.isArray(value)) {
    return Array.from({ length: Math.min(value.length, maxParts) }, (_, index) => String(index));
  }
  return ArrayBuffer.isView(value) ? [] : Object.keys(value).slice(0, maxParts);
}

function ignore(): void {
  // The value is not sent, so its rejection changes no response.
}
