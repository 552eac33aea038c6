import { countedTaskBytes } from '@toolwire/internal';
import { type Claim, fenceOf, stateOf, type TaskPosition, type TaskRecord } from '@toolwire/tasks';

/** The first values of the scripts that store a record. */
export function valuesOf(record: TaskRecord): string[] {
  // The text contains version and fence too, which readers ignore: removing them would take longer.
  const text = JSON.stringify(record);
  const { version, turn = 1 } = record;
  const bytes = countedTaskBytes(Buffer.byteLength(text));
  return [text, String(version), String(fenceOf(record)), String(turn), stateOf(record), String(bytes)];
}

/** Decodes a text, a version and a fence for each record. A claim changes only version and fence. */
export function recordsOf(reply: unknown): TaskRecord[] {
  return groupsOf(reply, 3).map(([text, version, fence]) => recordOf(String(text), Number(version), Number(fence)));
}

/** A record with its position in the index of all tasks: its expiry and its member. */
interface IndexedRecord {
  readonly record: TaskRecord;
  readonly position: TaskPosition;
}

/** Decodes a text, a version, a fence, the expiry and the member for each record. */
export function indexedRecordsOf(reply: unknown): IndexedRecord[] {
  return groupsOf(reply, 5).map(([text, version, fence, expiresAt, member]) => ({
    record: recordOf(String(text), Number(version), Number(fence)),
    position: { createdAt: Number(expiresAt), id: String(member) },
  }));
}

/** Splits a reply into groups of this size. The text of a missing record is not a string, so its group is left out. */
function groupsOf(reply: unknown, size: number): unknown[][] {
  const parts: readonly unknown[] = Array.isArray(reply) ? reply : [];
  const groups: unknown[][] = [];
  for (let offset = 0; offset < parts.length; offset += size) {
    if (typeof parts[offset] === 'string') groups.push(parts.slice(offset, offset + size));
  }
  return groups;
}

function recordOf(text: string, version: number, fence: number): TaskRecord {
  // Mutated for speed: no other code has the object yet.
  const record = JSON.parse(text) as { -readonly [Name in keyof TaskRecord]: TaskRecord[Name] };
  record.version = version;
  if (fence > 0) record.fence = fence;
  return record;
}

/** Decodes the result of a claim. */
export function claimOf(reply: unknown): Claim {
  const parts: readonly unknown[] = Array.isArray(reply) ? reply : [];
  const kind = String(parts[0]);
  if (kind === 'held' || kind === 'busy') return { kind, forMs: Number(parts[1]) };
  if (kind === 'over') return { kind };
  const [, version, fence, lost, text] = parts;
  if (kind !== 'claimed' || typeof text !== 'string') throw new TypeError(`Redis replied '${kind}' to a claim.`);
  return { kind, record: recordOf(text, Number(version), Number(fence)), lost: Number(lost) === 1 };
}
