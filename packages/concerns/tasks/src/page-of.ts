import { comparePositions, cursorOf, firstPosition, positionOf, type TaskPosition } from './task-position.ts';
import type { TaskPageRequest } from './task-store.ts';

/** One page of what stands in a listing, oldest first, and where the next begins; `undefined` for a cursor that is none. */
export function pageOf<Kept extends TaskPosition>(
  all: readonly Kept[],
  { cursor, limit }: TaskPageRequest,
): { readonly page: readonly Kept[]; readonly nextCursor: string | undefined } | undefined {
  const after = cursor === undefined ? firstPosition : positionOf(cursor);
  if (after === undefined) return undefined;
  const rest = all.filter((one) => comparePositions(one, after) > 0).sort(comparePositions);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last && rest.length > limit ? cursorOf(last) : undefined };
}
