/** A pattern may take very long for a text that is longer, and the schema of somebody else is no reason to wait. */
const longestText = 24;

/** Whether a text matches a pattern; `undefined` for what cannot be told. */
export function matches(pattern: unknown, text: string): boolean | undefined {
  if (typeof pattern !== 'string' || text.length > longestText) return undefined;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // Written for another engine.
    return undefined;
  }
}

/** A text that such a pattern may match: the plain characters that it begins with. */
export function likelyMatch(pattern: string): string {
  return /^\^?([A-Za-z0-9 _-]*)/.exec(pattern)?.[1] ?? '';
}
