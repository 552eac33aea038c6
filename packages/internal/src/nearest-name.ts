const maxLength = 64;

/** The candidate for a mistyped name: another spelling, or at most two edits away. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) {
    return undefined;
  }
  const plainName = plain(name);
  let nearest: string | undefined;
  let limit = Math.min(2, Math.floor(name.length / 3));
  for (const candidate of candidates) {
    if (plain(candidate) === plainName) {
      return candidate;
    }
    const edits = limit < 0 ? 0 : editDistanceWithin(name, candidate, limit);
    if (edits <= limit) {
      nearest = candidate;
      limit = edits - 1;
    }
  }
  return nearest;
}

/** Makes `doorbellId`, `doorbell-id` and `doorbell_id` equal. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The edit distance of two words (insertions, deletions, replacements, swaps), or `limit + 1` if it is larger. Computes only a band of
 * `2 * limit + 1` columns and stops early, so long words are cheap.
 */
export function editDistanceWithin(left: string, right: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(left.length - right.length) > limit) return tooFar;

  // Row i holds the distances from left[0..i] to right[0..i - limit + k], for k along the band.
  const width = 2 * limit + 1;
  let rowBefore: number[] = [];
  let row = Array.from({ length: width }, (_, k) => (k < limit ? tooFar : k - limit));
  for (let i = 1; i <= left.length; i++) {
    const next: number[] = [];
    let nearest = tooFar;
    for (let k = 0; k < width; k++) {
      const distance = distanceAt(i, i - limit + k, k, next);
      next.push(distance);
      nearest = Math.min(nearest, distance);
    }
    if (nearest >= tooFar) return tooFar;
    rowBefore = row;
    row = next;
  }
  return row[right.length - left.length + limit] ?? tooFar;

  function distanceAt(i: number, j: number, k: number, next: readonly number[]): number {
    if (j < 0 || j > right.length) return tooFar;
    if (j === 0) return Math.min(i, tooFar);
    const removed = (row[k + 1] ?? tooFar) + 1;
    const inserted = (next[k - 1] ?? tooFar) + 1;
    const replaced = (row[k] ?? tooFar) + (left[i - 1] === right[j - 1] ? 0 : 1);
    const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
    const swapped = isSwap ? (rowBefore[k] ?? tooFar) + 1 : tooFar;
    return Math.min(removed, inserted, replaced, swapped, tooFar);
  }
}
