import type { TaskStore } from '@toolwire/tasks';

/** A step of a store that can fail. */
export type Step = 'create' | 'read' | 'replace' | 'remove' | 'claim';

/** Takes a step, does so late or not at all, or loses its answer. */
export type Fault = (step: Step, take: () => unknown) => unknown;

/** A store whose steps go through `fault`: a test injects delays, throws and silence there. */
export function faultyStore(store: TaskStore, fault: Fault): TaskStore {
  const through = <Answer>(step: Step, take: () => Answer | Promise<Answer>): Promise<Answer> =>
    (async () => fault(step, take))() as Promise<Answer>;
  return {
    create: (record) => through('create', () => store.create(record)),
    read: (id) => through('read', () => store.read(id)),
    replace: (record) => through('replace', () => store.replace(record)),
    remove: (id) => through('remove', () => store.remove(id)),
    claim: (...claim) => through('claim', () => store.claim(...claim)),
    list: (owner, page) => store.list(owner, page),
    all: (page) => store.all(page),
    unfinished: (page) => store.unfinished(page),
    watch: (id, listener) => store.watch(id, listener),
    renew: (...one) => store.renew(...one),
    release: (id, fence) => store.release(id, fence),
  };
}

/** A store that is away. */
export function away(): never {
  throw new Error('The store is away.');
}

/** A store that never answers. */
export function silence(): Promise<never> {
  return new Promise(() => undefined);
}
