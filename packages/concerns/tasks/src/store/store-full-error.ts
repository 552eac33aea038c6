// Symbol.for, so that copies of this package, and its ESM and CommonJS builds, recognize each other's errors.
const storeFullMark = Symbol.for('toolwire.store-full');

/**
 * The store has no space for a task, or for its result or saved value. With a `cause`, the disk or memory of its database is full, which
 * can change at any time. Without one, a limit of the store is reached, and a smaller value may still fit.
 */
export class StoreFullError extends Error {
  static {
    // On the prototype, so that it is not an own field of an error.
    Object.defineProperty(StoreFullError.prototype, storeFullMark, { value: true });
  }

  override readonly name: string = 'StoreFullError';

  constructor(options?: ErrorOptions) {
    super(
      options?.cause === undefined
        ? 'The task does not fit into the store: the limit of its owner or of the whole store is reached.'
        : 'The database of the task store has no free memory or disk space. Add some, or delete other data.',
      options,
    );
  }
}

/** Whether a store threw this error because it is full. */
export function isStoreFull(error: unknown): error is StoreFullError {
  return typeof error === 'object' && error !== null && storeFullMark in error;
}

/** Whether a store threw this error because the disk or memory of its database is full. */
export function isDatabaseFull(error: unknown): error is StoreFullError {
  return isStoreFull(error) && error.cause !== undefined;
}
