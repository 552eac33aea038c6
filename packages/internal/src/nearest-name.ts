import { editDistanceWithin } from './edit-distance.ts';

const maxLength = 64;

/** The candidate that a mistyped name most likely meant: another spelling of it, or one or two letters away. */
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

/** `doorbellId`, `doorbell-id` and `doorbell_id` are one word. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
