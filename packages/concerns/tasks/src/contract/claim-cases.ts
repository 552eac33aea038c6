import { assertEqual, waitUntil } from '@toolwire/internal';
import { fenceOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { TaskStore } from '../store/task-store.ts';
import { createTask, newRecord, readTask, storeCase, type TaskStoreCase, unfinishedIds } from './task-store-case.ts';

/** Cases about claims, leases and fences. */
export const claimCases: readonly TaskStoreCase[] = [
  storeCase('grants a turn to one of many concurrent workers', async ({ store }) => {
    const { id } = await createTask(store);
    const claims = await Promise.all(Array.from({ length: 20 }, async () => store.claim(id, 1, 10_000)));
    assertEqual(claims.filter(({ kind }) => kind === 'claimed').length, 1, 'number of claimed results');
    assertEqual(claims.filter(({ kind }) => kind === 'held').length, 19, 'number of held results');
    assertEqual(fenceOf(await readTask(store, id)), 1, 'fence');
  }),
  storeCase('refuses claims of tasks that no worker may run', async ({ store }) => {
    const inProcess = newRecord();
    await store.create(inProcess);
    const ended = await createTask(store, { status: 'completed', result: 1 });
    const waiting = await createTask(store, { status: 'input_required', questions: [{ key: 'name', request: 1 }] });
    const later = await createTask(store, { turn: 2 });
    for (const { id } of [inProcess, ended, waiting, later, newRecord()]) {
      assertEqual(await store.claim(id, 1, 1_000), { kind: 'over' }, 'claim');
    }
    assertEqual((await store.claim(later.id, 2, 1_000)).kind, 'claimed', 'claim of the second turn');
  }),
  storeCase('grants a task with an expired lease to the next worker, as lost', async ({ store, pass }) => {
    const { id } = await createTask(store);
    const first = await store.claim(id, 1, 1_000);
    assertEqual(first.kind === 'claimed' && first.lost, false, 'whether a new task is lost');
    await pass(1_100);
    const second = await store.claim(id, 1, 1_000);
    assertEqual(second.kind === 'claimed' && second.lost, true, 'whether the task is lost');
    assertEqual(second.kind === 'claimed' && fenceOf(second.record), 2, 'fence of the second claim');
  }),
  storeCase('ends the lease of a task that waits for input', async ({ store }) => {
    const { id } = await createTask(store);
    await store.claim(id, 1, 60_000);
    const record = await readTask(store, id);
    const parked: TaskRecord = { ...record, version: record.version + 1, status: 'input_required' };
    assertEqual(
      await store.replace({ ...parked, questions: [{ key: 'name', request: 1 }] }),
      true,
      'replace with a request for input',
    );
    assertEqual((await store.claim(id, 1, 1_000)).kind, 'over', 'claim of a task that waits for input');
    await store.replace({ ...parked, version: parked.version + 1, status: 'working', turn: 2 });
    const next = await store.claim(id, 2, 1_000);
    assertEqual(next.kind, 'claimed', 'claim of the next turn');
    assertEqual(next.kind === 'claimed' && next.lost, false, 'whether the next turn is lost');
    assertEqual(next.kind === 'claimed' && fenceOf(next.record), 2, 'fence of the next turn');
  }),
  storeCase('rejects changes with an outdated fence', async ({ store, pass }) => {
    const { id } = await createTask(store);
    await store.claim(id, 1, 1_000);
    await pass(1_100);
    await store.claim(id, 1, 1_000);
    const record = await readTask(store, id);
    const late = { ...record, version: record.version + 1, fence: 1, message: 'late' };
    assertEqual(await store.replace(late), false, 'replace by the first worker');
    assertEqual(await store.renew(id, 1, 60_000), false, 'renew by the first worker');
    await store.release(id, 1);
    assertEqual((await store.claim(id, 1, 1_000)).kind, 'held', 'claim by a third worker');
    assertEqual(await store.replace({ ...late, fence: 2 }), true, 'replace by the second worker');
  }),
  storeCase('renews a lease independently of other changes', async ({ store, pass }) => {
    const { id } = await createTask(store);
    await store.claim(id, 1, 1_000);
    const record = await readTask(store, id);
    await pass(600);
    assertEqual(await store.renew(id, 1, 1_000), true, 'renew');
    await store.replace({ ...record, version: record.version + 1, message: 'half done' });
    await pass(600);
    assertEqual((await store.claim(id, 1, 1_000)).kind, 'held', 'claim by another worker');
    const { version } = await readTask(store, id);
    await store.replace({ ...record, version: version + 1, status: 'completed', result: 1 });
    assertEqual(await store.renew(id, 1, 1_000), false, 'renew after the end');
  }),
  storeCase('releases a task without marking it as lost', async ({ store }) => {
    const { id } = await createTask(store);
    await store.claim(id, 1, 60_000);
    await store.release(id, 1);
    const next = await store.claim(id, 1, 60_000);
    assertEqual(next.kind, 'claimed', 'claim after the release');
    assertEqual(next.kind === 'claimed' && next.lost, false, 'whether the task is lost');
  }),
  storeCase('lists tasks that wait for a worker, in pages', async ({ store, pass }) => {
    const free = await createTask(store);
    const [held, ended, inProcess] = [
      await createTask(store),
      await createTask(store, { status: 'failed' }),
      newRecord(),
    ];
    await store.create(inProcess);
    await store.claim(held.id, 1, 1_000);
    const ids = [free, held, ended, inProcess].map(({ id }) => id);
    const unfinishedHere = async (): Promise<string[]> =>
      (await unfinishedIds(store)).filter((id) => ids.includes(id)).sort();
    assertEqual(await unfinishedHere(), [free.id], 'unfinished tasks');
    await pass(1_100);
    assertEqual(await unfinishedHere(), [free.id, held.id].sort(), 'unfinished tasks after the lease expired');
    assertEqual(
      await store.unfinished({ cursor: 'nonsense', limit: 1 }),
      undefined,
      'unfinished with an invalid cursor',
    );
  }),
];

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
