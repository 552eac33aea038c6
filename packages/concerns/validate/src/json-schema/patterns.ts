/** A pattern as JSON Schema reads it, with the u flag; `undefined` for a pattern that only its own library can read. */
export function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    // Such a pattern is not published, because validators can't compile it.
    return undefined;
  }
}

/** Whether a text matches a pattern; `undefined` for a pattern that only its own library can read. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  return compilePattern(pattern)?.test(text);
}
