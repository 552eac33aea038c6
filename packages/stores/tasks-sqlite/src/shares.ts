import type { Statements } from './statements.ts';
import { dropLapsed, quoted } from './task-rows.ts';

/** How much is kept, all together and of one owner. */
export interface ShareLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

interface Share {
  readonly tasks: number;
  readonly bytes: number;
}

const none: Share = { tasks: 0, bytes: 0 };

/** Whether there is room for so much more; what has lived its time makes room, and nothing else does. */
export function makeRoom(
  database: Statements,
  owner: string | null,
  more: Share,
  limits: ShareLimits,
  wall: number,
): boolean {
  if (hasRoom(database, owner, more, limits)) return true;
  dropLapsed(database, wall, Number.MAX_SAFE_INTEGER);
  return hasRoom(database, owner, more, limits);
}

function hasRoom(database: Statements, owner: string | null, more: Share, limits: ShareLimits): boolean {
  const { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner } = limits;
  // Nobody in particular has the whole.
  const ofOwner = owner === null || fits(shareOf(database, quoted(owner)), more, maxTasksPerOwner, maxBytesPerOwner);
  return ofOwner && fits(shareOf(database, ''), more, maxTasks, maxBytes);
}

function fits(has: Share, more: Share, maxTasks: number, maxBytes: number): boolean {
  return has.tasks + more.tasks <= maxTasks && has.bytes + more.bytes <= maxBytes;
}

function shareOf(database: Statements, owner: string): Share {
  return database.first<Share>('SELECT tasks, bytes FROM shares WHERE owner = ?', owner) ?? none;
}
