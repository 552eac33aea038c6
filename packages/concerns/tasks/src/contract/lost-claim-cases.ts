import { assertEqual, waitUntil } from '@toolwire/internal';
import { fenceOf } from '../record/claim.ts';
import type { TaskStore } from '../store/task-store.ts';
import { createTask, readTask, unfinishedIds } from './task-store-case.ts';

/** Two clients of a store on a network. */
interface LostClaimSubject {
  readonly store: TaskStore;
  /** Has a timeout of at most half a second, and a connection that executes claims but loses their responses. */
  readonly lossyStore: TaskStore;
}

/** One requirement of a store on a network. `run` rejects if the store fails it. */
export interface LostClaimCase {
  readonly title: string;
  readonly run: (subject: LostClaimSubject) => Promise<void>;
}

/** Cases about claims whose response is lost: the worker doesn't run the task, so the claim must not stay. */
export const lostClaimCases: readonly LostClaimCase[] = [
  undoesClaim('without a limit', []),
  undoesClaim('with a limit', ['tool']),
];

/** A store repeats an undo after a third of the lease: during the pause at the end of the case. */
const lostLeaseMs = 3_600;

function undoesClaim(limits: string, names: readonly string[]): LostClaimCase {
  const slots = names.map((name) => ({ name, max: 1 }));
  return {
    title: `undoes a claim ${limits} if its response is lost, counts no attempt, and keeps a lost task lost`,
    run: async ({ store, lossyStore }) => {
      const { id } = await createTask(store, { ttlMs: 600_000 });
      await loseClaim(lossyStore, id, slots);
      // Creating the task, claiming it and undoing the claim each write a version.
      await waitUntil(async () => (await readTask(store, id)).version === 3, 'expected the claim to be undone');
      const first = await store.claim(id, 1, 1, slots);
      assertEqual(first.kind === 'claimed' && [first.lost, fenceOf(first.record)], [false, 1], 'first claim');
      await new Promise((resolve) => setTimeout(resolve, 20));

      // The worker of the first claim crashed.
      await loseClaim(lossyStore, id, slots);
      // The first claim, this one and its undo.
      await waitUntil(async () => (await readTask(store, id)).version === 6, 'expected the second claim to be undone');
      assertEqual(fenceOf(await readTask(store, id)), 1, 'fence after the second claim was undone');
      assertEqual((await unfinishedIds(store)).includes(id), true, 'whether the task is unfinished');
      const next = await store.claim(id, 1, 60_000, slots);
      assertEqual(next.kind === 'claimed' && [next.lost, fenceOf(next.record)], [true, 2], 'next claim');
      // The undo is repeated meanwhile, and must not undo the claim of another worker.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      assertEqual((await store.claim(id, 1, 60_000, slots)).kind, 'held', 'claim of a held task');
      await store.remove(id);
    },
  };
}

async function loseClaim(store: TaskStore, id: string, slots: Slots): Promise<void> {
  const claim = Promise.resolve(store.claim(id, 1, lostLeaseMs, slots));
  const end = await claim.then(
    () => 'resolved',
    () => 'rejected',
  );
  assertEqual(end, 'rejected', 'claim whose response was lost');
}

type Slots = Parameters<TaskStore['claim']>[3];
