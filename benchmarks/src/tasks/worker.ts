// A process that begins tasks, runs them, or waits for some.
import { summarize } from '../statistics.ts';
import type { PlaceKind } from './places.ts';
import { openSide, type SideName } from './sides.ts';

/** What a process is asked. */
export type Question =
  | { readonly ask: 'usage' }
  | { readonly ask: 'begin'; readonly from: number; readonly count: number; readonly atOnce: number };

/** The messages of a worker: ready, resources used, started, and the number of ended calls after a pause. */
export type Answer =
  | { readonly say: 'ready' }
  | { readonly say: 'usage'; readonly cpu: number }
  /** The median of how long each took, in microseconds. */
  | { readonly say: 'begun'; readonly median: number }
  | { readonly say: 'ended'; readonly count: number; readonly at: number };

const quietMs = 50;

const [role = '', side, kind, url = ''] = process.argv.slice(2);
const { begin, work } = openSide(side as SideName, kind as PlaceKind, url);
const say = (answer: Answer): void => void process.send?.(answer);

process.on('disconnect', () => process.exit());
process.on('message', (question: Question) => {
  if (question.ask === 'usage') {
    const { user, system } = process.cpuUsage();
    return say({ say: 'usage', cpu: user + system });
  }
  void beginAll(question);
});

if (role === 'worker') {
  let count = 0;
  let at = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    // One shared timer instead of one for each call.
    if (performance.timeOrigin + performance.now() - at < quietMs) timer = setTimeout(tell, quietMs);
    else {
      timer = undefined;
      say({ say: 'ended', count, at });
    }
  };
  await work(() => {
    count += 1;
    at = performance.timeOrigin + performance.now();
    timer ??= setTimeout(tell, quietMs);
  });
}
say({ say: 'ready' });

async function beginAll({ from, count, atOnce }: Extract<Question, { ask: 'begin' }>): Promise<void> {
  const times: number[] = [];
  let next = from;
  const one = async (): Promise<void> => {
    while (next < from + count) {
      const n = next++;
      const began = performance.now();
      await begin(n);
      times.push(1_000 * (performance.now() - began));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  say({ say: 'begun', median: summarize(times).median });
}
