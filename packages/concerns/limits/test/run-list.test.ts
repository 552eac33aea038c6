import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Run, RunList } from '../src/stages/run-list.ts';
import { callFor } from './calls.ts';

it('RunList ends each added and not removed run once, whatever was removed before', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(), { freq: 2 })), (steps) => {
      const list = new RunList();
      const left = new Map<number, Run>();
      const ended: number[] = [];
      for (const [name, step] of steps.entries()) {
        if (step === null) {
          left.set(
            name,
            list.add(callFor(), () => ended.push(name)),
          );
        } else {
          const removed = [...left.keys()][step % left.size];
          const run = removed === undefined ? undefined : left.get(removed);
          if (run === undefined || removed === undefined) continue;
          list.remove(run);
          left.delete(removed);
        }
      }
      list.end('stop');
      expect(ended.toSorted((one, other) => one - other)).toEqual([...left.keys()]);
    }),
  );
});
