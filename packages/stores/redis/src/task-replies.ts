import type { Claim, TaskRecord } from '@toolwire/tasks';

/** Reads a text, a version and a fence for each record; texts alone would have to be written again by every claim. */
export function recordsOf(reply: unknown): TaskRecord[] {
  const parts: readonly unknown[] = Array.isArray(reply) ? reply : [];
  const records: TaskRecord[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [text, version, fence] = parts.slice(at, at + 3);
    if (typeof text === 'string') records.push(recordOf(text, Number(version), Number(fence)));
  }
  return records;
}

/** A record, and where it stands among all. */
export interface PlacedRecord {
  readonly record: TaskRecord;
  /** When it is forgotten. */
  readonly at: number;
  readonly place: string;
}

/** Reads a record and its place, five parts for each. */
export function placedRecordsOf(reply: unknown): PlacedRecord[] {
  const parts: readonly unknown[] = Array.isArray(reply) ? reply : [];
  const records: PlacedRecord[] = [];
  for (let from = 0; from + 4 < parts.length; from += 5) {
    const [text, version, fence, at, place] = parts.slice(from, from + 5);
    if (typeof text !== 'string') continue;
    records.push({ record: recordOf(text, Number(version), Number(fence)), at: Number(at), place: String(place) });
  }
  return records;
}

function recordOf(text: string, version: number, fence: number): TaskRecord {
  // Changed in place, as nobody else has it yet.
  const record = JSON.parse(text) as { -readonly [Name in keyof TaskRecord]: TaskRecord[Name] };
  record.version = version;
  if (fence > 0) record.fence = fence;
  return record;
}

/** Reads what is answered to a claim. */
export function claimOf(reply: unknown): Claim {
  const parts: readonly unknown[] = Array.isArray(reply) ? reply : [];
  const kind = String(parts[0]);
  if (kind === 'held' || kind === 'busy') return { kind, forMs: Number(parts[1]) };
  if (kind === 'over') return { kind };
  const [, version, fence, lost, text] = parts;
  if (kind !== 'claimed' || typeof text !== 'string') throw new TypeError(`Redis answered '${kind}' to a claim.`);
  return { kind, record: recordOf(text, Number(version), Number(fence)), lost: Number(lost) === 1 };
}
