import { settleThen } from '@toolwire/internal';

/** A use of something shared. */
export interface SharedUse {
  /** Ends this use without closing anything, because later uses may follow. */
  leave(): void;
  /** Ends this use. Without other uses, runs `beforeClose` and closes what was shared, also if `beforeClose` fails. */
  end(beforeClose?: () => Promise<void>): Promise<void>;
}

/** Returns a function that starts a use of something shared, such as the tasks of a server that listens and serves stdio. */
export function closeAfterLast(close: () => Promise<void>): () => SharedUse {
  const uses = new Set<SharedUse>();
  return () => {
    let ending: Promise<void> | undefined;
    const end: SharedUse['end'] = async (beforeClose) => {
      use.leave();
      if (uses.size > 0) return;
      await settleThen(Promise.resolve().then(beforeClose), close);
    };
    const use: SharedUse = {
      leave: () => void uses.delete(use),
      end: (beforeClose) => (ending ??= end(beforeClose)),
    };
    uses.add(use);
    return use;
  };
}
