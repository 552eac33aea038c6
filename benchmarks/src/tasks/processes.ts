import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startProcess } from '../child-process.ts';
import type { PlaceKind } from './places.ts';
import type { SideName } from './sides.ts';
import type { Answer, Question } from './worker.ts';

/** The number of calls that have ended in a process. */
export interface Ended {
  readonly count: number;
  readonly at: number;
}

/** A process that begins tasks or runs them. */
export interface TaskProcess {
  /** CPU microseconds so far. */
  readonly usage: () => Promise<number>;
  /** Begins so many tasks, so many at once; answers the median of what one takes. */
  readonly begin: (from: number, count: number, atOnce: number) => Promise<number>;
  /** How many tasks have ended there, and when the last of them has, in milliseconds since 1970. */
  readonly ended: () => Ended;
  /** Calls back with each news of that, until the function that it answers is called. */
  readonly onEnded: (hear: () => void) => () => void;
  readonly stop: () => void;
}

/** Starts one of a side. */
export async function startTaskProcess(
  role: 'starter' | 'worker',
  [side, kind, url]: readonly [SideName, PlaceKind, string],
  profile: string | undefined,
): Promise<TaskProcess> {
  const flags =
    profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profile, 'tasks', kind, side, role)}`];
  const child = startProcess('tasks/worker', [role, side, kind, url], flags);
  let ended: Ended = { count: 0, at: 0 };
  const hearing = new Set<() => void>();
  child.on('message', (answer: Answer) => {
    if (answer.say !== 'ended') return;
    ended = answer;
    for (const hear of hearing) hear();
  });
  await said(child, 'ready');
  const ask = (question: Question): void => void child.send(question);
  return {
    usage: async () => {
      ask({ ask: 'usage' });
      return (await said(child, 'usage')).cpu;
    },
    begin: async (from, count, atOnce) => {
      ask({ ask: 'begin', from, count, atOnce });
      return (await said(child, 'begun')).median;
    },
    ended: () => ended,
    onEnded: (hear) => {
      hearing.add(hear);
      return () => void hearing.delete(hear);
    },
    stop: () => child.disconnect(),
  };
}

type Said<Word extends Answer['say']> = Extract<Answer, { readonly say: Word }>;

function said<Word extends Answer['say']>(child: ChildProcess, word: Word): Promise<Said<Word>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`A process of tasks ended early, with code ${code}.`));
    const hear = (answer: Answer): void => {
      if (!isSaid(answer, word)) return;
      child.off('exit', onExit).off('message', hear);
      resolve(answer);
    };
    child.on('exit', onExit).on('message', hear);
  });
}

function isSaid<Word extends Answer['say']>(answer: Answer, word: Word): answer is Said<Word> {
  return answer.say === word;
}
