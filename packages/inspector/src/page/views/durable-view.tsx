import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasEnded, stateOfTask, stateText } from '../call-state.ts';
import { type DurableTask, type DurableTasks, readDurableTasks } from '../durable-tasks.ts';
import { ServerError } from '../inspector-client.ts';
import { messageOf } from '../requests.ts';
import type { Store } from '../store.ts';
import { FilterChips, StateBadge } from './badges.tsx';
import { Button } from './controls.tsx';
import { Alert, Empty, Loading } from './notices.tsx';
import { Table, TextCell } from './table.tsx';
import { Text } from './text.tsx';

/** The status of a server without a store of tasks. */
const noStoreStatus = 501;
const pollMs = 2_000;

/** The durable calls of all callers, with buttons to cancel them and to run them again. */
export function DurableView({ store }: { readonly store: Store }): VNode {
  const [loaded, setLoaded] = useState<DurableTasks | undefined>(undefined);
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
      const newest = await readDurableTasks((cursor) => store.client.readTaskPage(cursor, store.credentials()));
      if (isOvertaken()) return;
      setLoaded(newest);
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
    store.client
      .changeTask(task.id, action, store.credentials())
      .then(load, (thrown: unknown) => setActionProblem(messageOf(thrown, 'The call could not be changed.')));
  };
  const tasks = loaded?.tasks ?? [];
  const shown = tasks.filter((task) => chosenStates.size === 0 || chosenStates.has(stateText(stateOfTask(task))));
  return (
    <section class="durable" aria-labelledby="durable-name">
      <div class="row view-head">
        <h2 id="durable-name">Durable calls</h2>
        <FilterChips
          label="State"
          values={tasks.map((task) => stateText(stateOfTask(task)))}
          chosen={chosenStates}
          onChange={setChosenStates}
        />
      </div>
      <Alert message={actionProblem || loadProblem} />
      {!hasStore && <NoTaskStore />}
      {hasStore && loaded === undefined && loadProblem === '' && <Loading title="Loading the calls" />}
      {loaded?.tasks.length === 0 && (
        <Empty icon="clock" title="No durable calls">
          <p>Call a tool that is a task to see it here.</p>
          <Button class="main" onClick={() => (store.tab.value = 'tools')} text="Choose a tool" />
        </Empty>
      )}
      {loaded?.hasMore === true && <p class="warning">Only the oldest {tasks.length} calls are shown.</p>}
      {shown.length === 0 && chosenStates.size > 0 && <p class="hint">No call has this state now.</p>}
      {shown.length > 0 && <DurableTable tasks={shown} onChange={change} />}
    </section>
  );
}

/** Shown when the server has no store of tasks. */
function NoTaskStore(): VNode {
  return (
    <Empty icon="box" title="Calls that survive a restart">
      <p>
        Set <code>{"tasks: { file: 'tasks.db' }"}</code> on the server to see its durable calls here.
      </p>
    </Empty>
  );
}

interface TableProps {
  readonly tasks: readonly DurableTask[];
  readonly onChange: (task: DurableTask, action: 'cancel' | 'retry') => void;
}

const titles = ['State', 'Tool', 'Caller', 'Attempts', 'Age', 'Removed in', 'Progress', 'Actions'];

/** A row for each durable call. */
function DurableTable({ tasks, onChange }: TableProps): VNode {
  const now = Date.now();
  return (
    <Table label="Durable calls" titles={titles} class="call-table">
      <tbody>
        {tasks.map((task) => (
          <DurableRow key={task.id} task={task} now={now} onChange={onChange} />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps extends Pick<TableProps, 'onChange'> {
  readonly task: DurableTask;
  readonly now: number;
}

function DurableRow({ task, now, onChange }: RowProps): VNode {
  const { toolId, toolVersion, owner, attempts, createdAt, ttlMs, retrySafe } = task;
  return (
    <tr data-task={task.id}>
      <td>
        <StateBadge kind={stateOfTask(task)} />
      </td>
      <td>
        <b>
          <Text text={toolId} maxLength={120} />
        </b>{' '}
        <span class="hint">
          <Text text={toolVersion} maxLength={30} />
        </span>
      </td>
      <TextCell column="Caller" text={owner ?? '–'} maxLength={80} />
      <td class="col-attempts">
        {attempts}
        {!retrySafe && !hasEnded(task) && <span class="hint"> not repeated after a crash</span>}
      </td>
      <td class="col-age">{formatMs(Math.max(0, now - createdAt))}</td>
      <td class="col-removed-in">{formatMs(Math.max(0, createdAt + ttlMs - now))}</td>
      <TextCell column="Progress" text={progressOf(task)} maxLength={200} />
      <td>
        {hasEnded(task) ? (
          <Button onClick={() => onChange(task, 'retry')} text="Run again" />
        ) : (
          <Button onClick={() => onChange(task, 'cancel')} text="Cancel" />
        )}
      </td>
    </tr>
  );
}

function progressOf({ message, lacksToolSince, attempts, status }: DurableTask): string {
  if (lacksToolSince !== undefined) return 'Waits for a worker with this version';
  if (message !== undefined) return message;
  return status === 'working' && attempts === 0 ? 'Waits for a worker' : '';
}
