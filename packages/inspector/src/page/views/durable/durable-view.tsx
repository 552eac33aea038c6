import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type DurableTask, stateOfTask, stateText } from '../../call-state.ts';
import { readTasks } from '../../read-tasks.ts';
import { ServerError } from '../../server.ts';
import type { Store } from '../../store.ts';
import { Chips } from '../badges.tsx';
import { Empty, Waiting } from '../empty.tsx';
import { Text } from '../text.tsx';
import { DurableTable } from './durable-table.tsx';

/** The status of a server without a store of tasks. */
const noStoreStatus = 501;
const pollMs = 2_000;

/** The durable calls of all callers, with the means to cancel them and to run them again. */
export function DurableView({ store }: { readonly store: Store }): VNode {
  const [tasks, setTasks] = useState<readonly DurableTask[] | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [hasStore, setHasStore] = useState(true);
  const [hasMore, setHasMore] = useState(false);
  const loads = useRef(0);
  const load = async (): Promise<void> => {
    loads.current += 1;
    const number = loads.current;
    const { tasks: read, hasMore: more } = await readTasks((cursor) =>
      store.server.readTasks(cursor, store.credentials()),
    );
    // A later load has the newer state.
    if (number !== loads.current) return;
    setTasks(read);
    setHasMore(more);
    setProblem('');
  };
  const failed = (thrown: unknown): void => {
    if (thrown instanceof ServerError && thrown.status === noStoreStatus) setHasStore(false);
    else setProblem(thrown instanceof Error ? thrown.message : 'The calls could not be loaded.');
  };
  useEffect(() => {
    if (!hasStore) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOpen = true;
    const poll = async (): Promise<void> => {
      await load().catch(failed);
      if (isOpen) timer = setTimeout(() => void poll(), pollMs);
    };
    void poll();
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [store, hasStore]);
  const change = (task: DurableTask, action: 'cancel' | 'retry'): void => {
    store.server.changeTask(task.id, action, store.credentials()).then(load).catch(failed);
  };
  const shown = tasks?.filter((task) => chosen.size === 0 || chosen.has(stateText(stateOfTask(task)))) ?? [];
  return (
    <section class="durable" aria-labelledby="durable-name">
      <div class="row live-head">
        <h2 id="durable-name">Durable calls</h2>
        {tasks !== undefined && (
          <Chips
            label="State"
            values={tasks.map((task) => stateText(stateOfTask(task)))}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
      </div>
      {problem !== '' && (
        <p class="error" role="alert">
          <Text text={problem} />
        </p>
      )}
      {!hasStore && <HowToStore />}
      {hasStore && tasks === undefined && problem === '' && <Waiting title="Loading the calls" />}
      {tasks?.length === 0 && (
        <Empty icon="clock" title="No durable calls">
          <p>Call a tool that is a task. Its call appears here until its store removes it.</p>
          <button type="button" class="main" onClick={() => (store.tab.value = 'tools')}>
            Choose a tool
          </button>
        </Empty>
      )}
      {hasMore && <p class="warning">Only the oldest {tasks?.length} calls are shown.</p>}
      {shown.length === 0 && chosen.size > 0 && <p class="hint">No call has this state now.</p>}
      {shown.length > 0 && <DurableTable tasks={shown} onChange={change} />}
    </section>
  );
}

function HowToStore(): VNode {
  return (
    <Empty icon="box" title="Calls that survive a restart">
      <p>
        Give the server a store with <code>{"tasks: { file: 'tasks.db' }"}</code>. Then its tasks are listed here, with
        their attempts.
      </p>
    </Empty>
  );
}
