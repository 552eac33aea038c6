import {
  LateClaims,
  type MaybePromise,
  noResponseError,
  rejectAfterTimeout,
  retryUntilTimeout,
} from '@toolwire/internal';
import {
  type Claim,
  createTaskChanges,
  fenceOf,
  StoreFullError,
  type TaskChanges,
  type TaskPageRequest,
  type TaskRecord,
  type TaskStore,
} from '@toolwire/tasks';
import { type DatabaseState, type Operation, TransientError } from './database.ts';
import type { LeaseLog } from './lease-log.ts';
import type { DatabaseNetwork } from './network.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const timeoutMs = 2_000;
const noResponse = noResponseError('The database', timeoutMs);

/** What the store of one process needs. */
export interface RemoteStoreParts {
  readonly process: SimulatedProcess;
  readonly network: DatabaseNetwork;
  readonly leases: LeaseLog;
  readonly newToken: () => string;
  readonly report: (error: unknown) => void;
}

/** Creates the task store of one process, which repeats operations after lost responses like those on Redis and PostgreSQL. */
export function createRemoteTaskStore({ process, network, leases, newToken, report }: RemoteStoreParts): TaskStore {
  type Result<Name extends 'read' | 'claim'> = Awaited<ReturnType<TaskStore[Name]>>;
  const run = <R>(operation: Operation<MaybePromise<R>>, onLateResult?: (result: R) => void): Promise<R> =>
    retryUntilTimeout<R>({
      send: () => network.send(process, operation),
      isTransient: (error) => error instanceof TransientError,
      timeoutMs,
      noResponse,
      onLateResult,
    });
  const read = <R>(name: string, key: string, apply: (state: DatabaseState) => MaybePromise<R>): Promise<R> =>
    run({ name, key, isWrite: false, apply });
  const changes: TaskChanges = createTaskChanges({
    pollMs: 500,
    versionsOf: (ids) =>
      read('versions', ids.join(), ({ tasks }) => ids.map((id) => (tasks.read(id) as Result<'read'>)?.version)),
    report,
  });
  const lateClaims = new LateClaims(report);
  const release = async (id: string, fence: number): Promise<void> => {
    leases.end(id, fence, process);
    leases.finish(id, fence);
    await run({ name: 'release', key: id, isWrite: true, apply: ({ tasks }) => tasks.release(id, fence) });
  };
  return {
    create: (record) =>
      run({
        name: 'create',
        key: record.id,
        isWrite: true,
        apply: ({ tasks }) => tasks.create(record),
        whenFull: () => false,
      }),
    roomInMs: () => 1_000,
    read: (id) => read('read', id, ({ tasks }) => tasks.read(id)),
    replace: async (record) => {
      const token = newToken();
      const apply = (state: DatabaseState): boolean => replaceOnce(state, record, token);
      const operation: Operation<boolean> = { name: `replace ${record.status}`, key: record.id, isWrite: true, apply };
      // A record that ends is smaller, and always fits.
      const isGrowing = record.status === 'working' && record.saved !== undefined;
      if (record.status !== 'working') leases.finish(record.id, fenceOf(record));
      const replaced = await run(isGrowing ? { ...operation, whenFull: refuseWhenFull } : operation);
      if (replaced) changes.notify(record.id);
      return replaced;
    },
    list: (owner, page) => read('list', owner ?? '', ({ tasks }) => tasks.list(owner, page)),
    remove: async (id) => {
      await run({ name: 'remove', key: id, isWrite: true, apply: ({ tasks }) => tasks.remove(id) });
      changes.notify(id);
    },
    watch: (id, listener) => changes.watch(id, listener),
    claim: async (id, turn, leaseMs, slots) => {
      const token = newToken();
      const sentAt = performance.now();
      const apply = (state: DatabaseState): Result<'claim'> => claimOnce(state, token, [id, turn, leaseMs, slots]);
      // Without retries, because `LateClaims` repeats it.
      const undoOnce = (): Promise<void> => {
        const undoIn = (state: DatabaseState): void => undoClaim(state, id, token);
        const undone = network.send(process, { name: 'undo claim', key: id, isWrite: true, apply: undoIn });
        return rejectAfterTimeout(undone, timeoutMs, noResponse);
      };
      const undo = (): void => lateClaims.undo(leaseMs, undoOnce);
      const claiming = run({ name: 'claim', key: id, isWrite: true, apply }, (late) => {
        if (late.kind === 'claimed') undo();
      });
      claiming.catch(undo);
      const claim = await claiming;
      if (claim.kind === 'claimed') {
        leases.begin(id, { turn, fence: fenceOf(claim.record), process, until: sentAt + leaseMs });
      }
      return claim;
    },
    renew: async (id, fence, leaseMs, slots) => {
      const sentAt = performance.now();
      const apply = ({ tasks }: DatabaseState) => tasks.renew(id, fence, leaseMs, slots);
      const isRenewed = await run({ name: 'renew', key: id, isWrite: true, apply });
      if (isRenewed) leases.renew(id, fence, process, sentAt + leaseMs);
      return isRenewed;
    },
    release,
    all: (page) => read('all', '', ({ tasks }) => tasks.all(page)),
    unfinished: (page: TaskPageRequest) => read('unfinished', '', ({ tasks }) => tasks.unfinished(page)),
  };
}

function refuseWhenFull(): never {
  throw new StoreFullError();
}

/** A repeated replacement succeeds again while the record is unchanged. */
function replaceOnce({ tasks, results }: DatabaseState, record: TaskRecord, token: string): boolean {
  const stored = tasks.read(record.id) as TaskRecord | undefined;
  if (stored?.version === record.version && results.get(`written ${record.id}`) === token) return true;
  const isReplaced = tasks.replace(record) as boolean;
  if (isReplaced) results.set(`written ${record.id}`, token);
  return isReplaced;
}

/** A repeated claim returns its first result while no other claim followed. */
function claimOnce({ tasks, results }: DatabaseState, token: string, request: Parameters<TaskStore['claim']>): Claim {
  const [id] = request;
  const earlier = results.get(`claimed ${id}`) as { readonly token: string; readonly claim: Claim } | undefined;
  const stored = tasks.read(id) as TaskRecord | undefined;
  if (earlier?.token === token && earlier.claim.kind === 'claimed' && stored !== undefined) {
    const isUnchanged = stored.version === earlier.claim.record.version;
    if (isUnchanged) return earlier.claim;
  }
  const claim = tasks.claim(...request) as Claim;
  if (claim.kind === 'claimed') results.set(`claimed ${id}`, { token, claim });
  return claim;
}

/** Undoes a claim, as if it had never been made: an expired lease before it is expired again. */
function undoClaim({ tasks, results }: DatabaseState, id: string, token: string): void {
  const earlier = results.get(`claimed ${id}`) as { readonly token: string; readonly claim: Claim } | undefined;
  const stored = tasks.read(id) as TaskRecord | undefined;
  if (earlier?.token !== token || earlier.claim.kind !== 'claimed' || stored?.status !== 'working') return;
  results.delete(`claimed ${id}`);
  const fence = fenceOf(earlier.claim.record) - 1;
  // The memory store never decreases a fence, so the task is stored anew.
  void tasks.remove(id);
  if (!earlier.claim.lost) {
    void tasks.create({ ...stored, version: stored.version + 1, fence });
    return;
  }
  void tasks.create({ ...stored, fence: fence - 1 });
  void tasks.claim(id, stored.turn ?? 1, 0);
}
