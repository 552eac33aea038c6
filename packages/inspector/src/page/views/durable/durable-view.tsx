import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { stateOfTask, stateText } from '../../call-state.ts';
import { type DurableTask, type ReadTasks, readTasks } from '../../read-tasks.ts';
import { messageOf, ServerError } from '../../server.ts';
import type { Store } from '../../store.ts';
import { FilterChips } from '../badges.tsx';
import { Button } from '../button.tsx';
import { Alert, Empty, Loading } from '../notices.tsx';
import { DurableTable } from './durable-table.tsx';

/** The status of a server without a store of tasks. */
const noStoreStatus = 501;
const pollMs = 2_000;

/** The durable calls of all callers, with buttons to cancel them and to run them again. */
export function DurableView({ store }: { readonly store: Store }): VNode {
  const [read, setRead] = useState<ReadTasks | undefined>(undefined);
  const [loadProblem, setLoadProblem] = useState('');
  const [actionProblem, setActionProblem] = useState('');
  const [hasStore, setHasStore] = useState(true);
  const [chosenStates, setChosenStates] = useState<ReadonlySet<string>>(new Set());
  const loadCount = useRef(0);
  const load = async (): Promise<void> => {
    loadCount.current += 1;
    const number = loadCount.current;
    // A later load has the newer state.
    const isOvertaken = (): boolean => number !== loadCount.current;
    try {
      const newest = await readTasks((cursor) => store.server.readTasks(cursor, store.credentials()));
      if (isOvertaken()) return;
      setRead(newest);
      setLoadProblem('');
    } catch (thrown) {
      if (isOvertaken()) return;
      if (thrown instanceof ServerError && thrown.status === noStoreStatus) setHasStore(false);
      else setLoadProblem(messageOf(thrown, 'The calls could not be loaded.'));
    }
  };
  useEffect(() => {
    if (!hasStore) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOpen = true;
    const poll = async (): Promise<void> => {
      await load();
      if (isOpen) timer = setTimeout(() => void poll(), pollMs);
    };
    void poll();
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [store, hasStore]);
  const change = (task: DurableTask, action: 'cancel' | 'retry'): void => {
    setActionProblem('');
    store.server
      .changeTask(task.id, action, store.credentials())
      .then(load, (thrown: unknown) => setActionProblem(messageOf(thrown, 'The call could not be changed.')));
  };
  const tasks = read?.tasks ?? [];
  const shown = tasks.filter((task) => chosenStates.size === 0 || chosenStates.has(stateText(stateOfTask(task))));
  return (
    <section class="durable" aria-labelledby="durable-name">
      <div class="row live-head">
        <h2 id="durable-name">Durable calls</h2>
        <FilterChips
          label="State"
          values={tasks.map((task) => stateText(stateOfTask(task)))}
          chosen={chosenStates}
          onChange={setChosenStates}
        />
      </div>
      <Alert message={actionProblem || loadProblem} />
      {!hasStore && <HowToStore />}
      {hasStore && read === undefined && loadProblem === '' && <Loading title="Loading the calls" />}
      {read?.tasks.length === 0 && (
        <Empty icon="clock" title="No durable calls">
          <p>Call a tool that is a task to see it here.</p>
          <Button class="main" onClick={() => (store.tab.value = 'tools')} text="Choose a tool" />
        </Empty>
      )}
      {read?.hasMore === true && <p class="warning">Only the oldest {tasks.length} calls are shown.</p>}
      {shown.length === 0 && chosenStates.size > 0 && <p class="hint">No call has this state now.</p>}
      {shown.length > 0 && <DurableTable tasks={shown} onChange={change} />}
    </section>
  );
}

/** Shown when the server has no store of tasks. */
function HowToStore(): VNode {
  return (
    <Empty icon="box" title="Calls that survive a restart">
      <p>
        Set <code>{"tasks: { file: 'tasks.db' }"}</code> on the server to see its durable calls here.
      </p>
    </Empty>
  );
}
