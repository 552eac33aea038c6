/** Whether a text matches a pattern as JSON Schema reads it; `undefined` for one that only its own library can read. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return undefined;
  }
}
