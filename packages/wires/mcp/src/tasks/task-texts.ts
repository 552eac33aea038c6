import type { ServiceTask } from '@toolwire/core/wire';
import { SharedText } from '../rpc/shared-text.ts';

/** Writes a task, or finds what was written of it: the members of a JSON object, without their braces. */
export type TaskTexts = (task: ServiceTask) => SharedText;

interface Written {
  readonly version: number;
  readonly length: number;
  /** Its memory: whoever has begun to send it holds that, and nothing else of it. */
  readonly memory: WeakRef<ArrayBufferLike>;
}

/** How many texts are remembered before those that nobody holds any more are forgotten. */
const mostRemembered = 1000;

/** Makes texts of tasks that all who are told of the same state share, for as long as one of them has not sent it. */
export function createTaskTexts(write: (task: ServiceTask) => object): TaskTexts {
  const written = new Map<string, Written>();
  return (task) => {
    const { id, version } = task;
    const known = written.get(id);
    const memory = known?.version === version ? known.memory.deref() : undefined;
    if (memory !== undefined) return new SharedText(new Uint8Array(memory, 0, known?.length));
    const text = new SharedText(JSON.stringify(write(task)).slice(1, -1));
    if (written.size >= mostRemembered) forgetUnused(written);
    const { buffer, length } = text.bytes;
    written.set(id, { version, length, memory: new WeakRef(buffer) });
    return text;
  };
}

function forgetUnused(written: Map<string, Written>): void {
  for (const [id, { memory }] of written) if (memory.deref() === undefined) written.delete(id);
  // All of them in use: they are written anew for whoever comes.
  if (written.size >= mostRemembered) written.clear();
}
