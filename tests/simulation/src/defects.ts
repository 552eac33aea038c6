import type { IdempotencyStore } from '@toolwire/idempotency';
import type { Claim, TaskRecord, TaskStore } from '@toolwire/tasks';
import type { ServerSettings } from './server.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The planted defects, which the simulation must find. */
export const defects = [
  'no fence',
  'no lease check',
  'early acknowledge',
  'lost sweep',
  'double enqueue',
  'claim after the end',
  'silent store',
  'stored retryable failure',
  'version in the fingerprint',
  'cancel race',
  'poison group',
  'two primaries',
  'shared keys',
  'early result',
  'no release',
  'ignored slots',
  'no concurrency limit',
  'new ID for each attempt',
  'hidden run',
  'unnoticed cancellation',
] as const;

export type Defect = (typeof defects)[number];

interface Parts {
  readonly store: TaskStore;
  readonly answers: IdempotencyStore;
  readonly settings: ServerSettings;
}

/** Plants a defect in the stores or settings of one process. */
export function withDefect(parts: Parts, defect: Defect | undefined, process: SimulatedProcess): Parts {
  const { store, answers, settings } = parts;
  switch (defect) {
    case 'no fence':
      return { ...parts, store: { ...store, ...withoutFence(store) } };
    case 'no lease check':
      return { ...parts, store: { ...store, claim: (...args) => claimWithoutLeaseCheck(store, ...args) } };
    case 'early acknowledge':
      return { ...parts, store: { ...store, create: (record) => createLater(store, record) } };
    case 'lost sweep':
      return { ...parts, store: { ...store, unfinished: () => ({ records: [] }) } };
    case 'double enqueue':
      return { ...parts, store: { ...store, create: (record) => createTwice(store, record) } };
    case 'claim after the end':
      return { ...parts, store: { ...store, claim: (...args) => claimTwice(store, ...args) } };
    case 'silent store':
      return { ...parts, settings: { ...settings, storeTimeoutMs: 600_000 } };
    case 'stored retryable failure':
      return {
        ...parts,
        answers: {
          ...answers,
          settle: (claim, stored) => answers.settle(claim, { ...stored, text: stored.text, retention: 'stored' }),
        },
      };
    case 'version in the fingerprint':
      return {
        ...parts,
        settings: { ...settings, anyVersion: false },
        answers: {
          ...answers,
          claim: (claim) => answers.claim(copyOf(claim, { fingerprint: claim.fingerprint + process.toolVersion })),
        },
      };
    case 'cancel race':
      return { ...parts, store: { ...store, replace: (record) => replaceAnyVersion(store, record) } };
    case 'poison group':
      return { ...parts, settings: { ...settings, workers: 4 } };
    case 'shared keys':
      return { ...parts, answers: withSharedKeys(answers) };
    case 'early result':
      return { ...parts, answers: { ...answers, settle: (claim, stored) => settleLater(answers, claim, stored) } };
    case 'no release':
      return { ...parts, answers: { ...answers, release: () => undefined } };
    case 'ignored slots':
      return { ...parts, store: { ...store, claim: (id, turn, leaseMs) => store.claim(id, turn, leaseMs) } };
    case 'no concurrency limit':
      return { ...parts, settings: { ...settings, maxConcurrent: Number.POSITIVE_INFINITY } };
    case 'unnoticed cancellation':
      return { ...parts, store: { ...store, watch: () => () => undefined } };
    case 'new ID for each attempt':
    case 'hidden run':
    case 'two primaries':
    case undefined:
      return parts;
  }
}

type KeyClaim = Parameters<IdempotencyStore['claim']>[0];

/** The properties of a claim, which can be getters. */
function copyOf(claim: KeyClaim, changes: Partial<KeyClaim>): KeyClaim {
  const { key, fingerprint, token, takeOver, owner, awaited } = claim;
  return { key, fingerprint, token, takeOver, owner, awaited, ...changes };
}

/** Gives every claim of a task the same fence. */
function withoutFence(store: TaskStore): Partial<TaskStore> {
  const fenceOf = async (id: string): Promise<number> => (await store.read(id))?.fence ?? 0;
  const withFixedFence = (record: TaskRecord): TaskRecord =>
    record.fence === undefined ? record : { ...record, fence: 1 };
  return {
    read: async (id) => {
      const record = await store.read(id);
      return record && withFixedFence(record);
    },
    replace: async (record) => {
      const fence = await fenceOf(record.id);
      return store.replace(fence > 0 ? { ...record, fence } : record);
    },
    claim: async (...args) => {
      const claim = await store.claim(...args);
      return claim.kind === 'claimed' ? { ...claim, record: withFixedFence(claim.record) } : claim;
    },
    renew: async (id, _fence, leaseMs) => store.renew(id, await fenceOf(id), leaseMs),
    release: async (id) => store.release(id, await fenceOf(id)),
  };
}

async function claimWithoutLeaseCheck(store: TaskStore, ...args: Parameters<TaskStore['claim']>): Promise<Claim> {
  const claim = await store.claim(...args);
  if (claim.kind !== 'held') return claim;
  const [id] = args;
  await store.release(id, (await store.read(id))?.fence ?? 0);
  return store.claim(...args);
}

/** Acknowledges a task before it is stored. */
async function createLater(store: TaskStore, record: TaskRecord): Promise<boolean> {
  setTimeout(() => void Promise.resolve(store.create(record)).catch(() => undefined), 300);
  return true;
}

/** Stores two tasks for one call. */
async function createTwice(store: TaskStore, record: TaskRecord): Promise<boolean> {
  return (await store.create({ ...record, id: `${record.id}~2` })) && store.create(record);
}

/** Grants a turn that is over once more. */
async function claimTwice(store: TaskStore, ...args: Parameters<TaskStore['claim']>): Promise<Claim> {
  const claim = await store.claim(...args);
  if (claim.kind !== 'over') return claim;
  const record = await store.read(args[0]);
  return record === undefined ? claim : { kind: 'claimed', record, lost: false };
}

/** Overwrites changes that happened since the record was read. */
async function replaceAnyVersion(store: TaskStore, record: TaskRecord): Promise<boolean> {
  if (await store.replace(record)) return true;
  const { version = 0, fence } = (await store.read(record.id)) ?? {};
  return store.replace({ ...record, version: version + 1, ...(fence !== undefined && { fence }) });
}

/** Confirms a result before it is stored. */
function settleLater(answers: IdempotencyStore, ...result: Parameters<IdempotencyStore['settle']>): 'settled' {
  setTimeout(() => void Promise.resolve(answers.settle(...result)).catch(() => undefined), 300);
  return 'settled';
}

/** Uses the call ID as the key, without its caller. */
function withSharedKeys(answers: IdempotencyStore): IdempotencyStore {
  const shared = <One extends KeyClaim>(claim: One): KeyClaim =>
    copyOf(claim, { key: claim.key.replace(/^.*(?=call-)/, ''), fingerprint: 'same' });
  return {
    leaseMs: answers.leaseMs,
    claim: (claim) => answers.claim(shared(claim)),
    settle: (claim, stored) => answers.settle(shared(claim), stored),
    release: (claim) => answers.release(shared(claim)),
    abandon: (claim) => answers.abandon(shared(claim)),
    renew: (claims) => answers.renew(claims.map(shared)),
  };
}
