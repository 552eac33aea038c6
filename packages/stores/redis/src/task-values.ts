import { fenceOf, hasEnded, isToRun, type TaskRecord } from '@toolwire/tasks';

/** What the scripts that keep a record are given of it first. */
export function valuesOf(record: TaskRecord): string[] {
  // Its version and fence as well, though whoever reads them takes those beside the text: to leave them out takes longer.
  const text = JSON.stringify(record);
  const { version, turn = 1 } = record;
  return [text, String(version), String(fenceOf(record)), String(turn), stateOf(record), String(bytesOf(text))];
}

function stateOf(record: TaskRecord): 'to_run' | 'waiting' | 'ended' {
  if (hasEnded(record)) return 'ended';
  return isToRun(record) ? 'to_run' : 'waiting';
}

/** As much as a task takes that has come to nothing, so that there is always room to say so. */
const leastBytes = 2048;

/** What a task takes on Redis, about, with its keys. */
function bytesOf(text: string): number {
  return Math.max(leastBytes, leastBytes / 2 + Buffer.byteLength(text));
}
