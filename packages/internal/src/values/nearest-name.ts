const maxLength = 64;

/** The candidate for a mistyped name: another spelling, or at most two edits away. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  const plainName = plain(name);
  let nearest: string | undefined;
  let limit = Math.min(2, Math.floor(name.length / 3));
  for (const candidate of candidates) {
    if (plain(candidate) === plainName) return candidate;
    const edits = editDistanceWithin(name, candidate, limit);
    if (edits > limit) continue;
    nearest = candidate;
    // A later candidate must be nearer.
    limit = edits - 1;
  }
  return nearest;
}

/** Makes `doorbellId`, `doorbell-id` and `doorbell_id` equal. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The edit distance of two words (insertions, deletions, replacements, swaps), or `limit + 1` if it is larger. Computes
 * only the distances of starts whose lengths differ by at most the limit, so the cost is linear in the length.
 */
export function editDistanceWithin(left: string, right: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(left.length - right.length) > limit) return tooFar;
  // Row i has the distance from left[0..i] to right[0..j] at k = j - i + limit. So k is the same along a diagonal.
  const width = 2 * limit + 1;
  let rowBefore: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: width }, (_, k) => (k < limit ? tooFar : k - limit));
  for (let i = 1; i <= left.length; i += 1) {
    const next: number[] = [];
    for (let k = 0; k < width; k += 1) {
      const j = i + k - limit;
      const removed = (row[k + 1] ?? tooFar) + 1;
      const inserted = (next[k - 1] ?? tooFar) + 1;
      const replaced = (row[k] ?? tooFar) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swapped = isSwap ? (rowBefore[k] ?? tooFar) + 1 : tooFar;
      next.push(Math.min(removed, inserted, replaced, swapped));
    }
    if (Math.min(...next) > limit) return tooFar;
    rowBefore = row;
    row = next;
  }
  return Math.min(row[right.length - left.length + limit] ?? tooFar, tooFar);
}
