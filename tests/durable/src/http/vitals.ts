import { readdirSync } from 'node:fs';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The resources of a process. */
export interface Vitals {
  /** The live heap after a collection, in bytes. */
  readonly heap: number;
  /** Open files and sockets. */
  readonly descriptors: number;
}

/** The message that asks for them. */
export const vitalsQuestion = 'vitals';

/** Answers the question of the parent process. */
export function answerVitals(): void {
  process.on('message', (message) => {
    if (message === vitalsQuestion) process.send?.(JSON.stringify(readVitals()));
  });
}

function readVitals(): Vitals {
  collectGarbage();
  return { heap: process.memoryUsage().heapUsed, descriptors: readdirSync('/proc/self/fd').length };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
