import { useEffect, useState } from 'preact/hooks';
import type { ToolState } from '../../server-state.ts';
import { messageOf } from '../requests.ts';
import type { Store } from '../store.ts';

/** What a tab loads from the server. Both members are missing while it loads. */
interface Loaded<Data> {
  readonly data?: Data;
  /** Why the data could not be loaded. */
  readonly problem?: string;
}

/** Loads data about a tool when its tab opens, and again when the tools are loaded again. */
export function useLoaded<Data>(
  store: Store,
  tool: ToolState,
  load: (store: Store, tool: ToolState) => Promise<Data>,
): Loaded<Data> {
  const [loaded, setLoaded] = useState<Loaded<Data>>({});
  useEffect(() => {
    let isOvertaken = false;
    const show = (newest: Loaded<Data>): void => {
      if (!isOvertaken) setLoaded(newest);
    };
    load(store, tool).then(
      (data) => show({ data }),
      (thrown: unknown) => show({ problem: messageOf(thrown, 'The server did not respond.') }),
    );
    return () => {
      isOvertaken = true;
    };
  }, [store, tool]);
  return loaded;
}
