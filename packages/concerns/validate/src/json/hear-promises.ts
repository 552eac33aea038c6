const maxParts = 10_000;

/** Listens to the promises in a value that is not sent: nobody else does, and a rejection that nobody hears ends the process. */
export function hearPromises(value: unknown): void {
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
      // Throws for what only looks like a promise, such as a query that starts when it is asked for its result.
      void Promise.prototype.then.call(value, undefined, ignore);
      return [];
    }
    // Getters are not called: what they make is made for somebody else.
    return namesOf(value).map((name): unknown => Object.getOwnPropertyDescriptor(value, name)?.value);
  } catch {
    // Whatever a proxy threw may be anything, and is not looked at.
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
  // That the value cannot be sent was said already.
}
