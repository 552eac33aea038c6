import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ServerError } from '../../server.ts';
import { stateText } from '../../state-text.ts';
import type { Store } from '../../store.ts';
import { type DurableTask, stateOfTask } from '../../task.ts';
import { Empty, Waiting } from '../empty.tsx';
import { Text } from '../text.tsx';
import { DurableTable } from './durable-table.tsx';

/** The status of a server without a store of tasks. */
const noStoreStatus = 501;
const againMs = 2_000;
/** A store returns up to 100 calls a page. */
const maxPages = 5;

/** The durable calls of all callers, with the means to cancel them and to run them again. */
export function DurableView({ store }: { readonly store: Store }): VNode {
  const [tasks, setTasks] = useState<readonly DurableTask[] | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState('');
  const [hasStore, setHasStore] = useState(true);
  const load = async (): Promise<void> => {
    setTasks(await readTasks(store));
    setProblem('');
  };
  const failed = (thrown: unknown): void => {
    if (thrown instanceof ServerError && thrown.status === noStoreStatus) setHasStore(false);
    else setProblem(thrown instanceof Error ? thrown.message : 'The calls could not be loaded.');
  };
  useEffect(() => {
    if (!hasStore) return undefined;
    load().catch(failed);
    const timer = setInterval(() => {
      load().catch(failed);
    }, againMs);
    return () => clearInterval(timer);
  }, [store, hasStore]);
  const change = (task: DurableTask, action: 'cancel' | 'retry'): void => {
    store.server.changeTask(task.id, action, store.credentials()).then(load).catch(failed);
  };
  const shown = tasks?.filter((task) => chosen === '' || stateText(stateOfTask(task)) === chosen) ?? [];
  return (
    <section class="durable" aria-labelledby="durable-name">
      <div class="row live-head">
        <h2 id="durable-name">Durable calls</h2>
        {tasks !== undefined && <StateChips tasks={tasks} chosen={chosen} onChoose={setChosen} />}
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
        </Empty>
      )}
      {shown.length > 0 && <DurableTable tasks={shown} onChange={change} />}
    </section>
  );
}

/** The newest calls first. */
async function readTasks(store: Store): Promise<readonly DurableTask[]> {
  const tasks: DurableTask[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const page = await store.server.readTasks(cursor, store.credentials());
    tasks.push(...page.tasks);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return tasks.toSorted((one, other) => other.createdAt - one.createdAt);
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

interface ChipProps {
  readonly tasks: readonly DurableTask[];
  readonly chosen: string;
  readonly onChoose: (state: string) => void;
}

function StateChips({ tasks, chosen, onChoose }: ChipProps): VNode {
  const counts = new Map<string, number>();
  for (const task of tasks) {
    const state = stateText(stateOfTask(task));
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return (
    <div class="chips" role="group" aria-label="Show only">
      {[...counts].map(([state, count]) => (
        <button
          type="button"
          class="chip"
          key={state}
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? '' : state)}
        >
          {state} <span class="hint">{count}</span>
        </button>
      ))}
    </div>
  );
}
