const maxLength = 64;

/** The candidate that a mistyped name most likely meant: another spelling of it, or one or two letters away. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) {
    return undefined;
  }
  let nearest: string | undefined;
  let nearestEdits = Math.min(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (plain(candidate) === plain(name)) {
      return candidate;
    }
    const edits = candidate.length > maxLength ? nearestEdits : countEdits(name, candidate);
    if (edits < nearestEdits) {
      nearest = candidate;
      nearestEdits = edits;
    }
  }
  return nearest;
}

/** `doorbellId`, `doorbell-id` and `doorbell_id` are one word. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Insertions, deletions, replacements and swaps of neighbours between two short names. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
