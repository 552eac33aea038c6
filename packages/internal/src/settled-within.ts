import { longestTimerMs } from './check-numbers.ts';
import { letProcessEnd } from './let-process-end.ts';

/** What a promise answers, or what `late` does where that takes longer; what the promise does afterwards is ignored. */
export function settledWithin<T>(promise: PromiseLike<T>, ms: number, late: () => T): Promise<T> {
  // What only looks like a promise may answer nothing where another one is expected.
  const settled = Promise.resolve(promise);
  if (ms > longestTimerMs) return settled;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (thrown) {
        reject(thrown);
      }
    }, ms);
    letProcessEnd(timer);
    void settled.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
