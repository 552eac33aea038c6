import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { stateOfRun, stateText } from '../../call-state.ts';
import { compareRuns, type Difference } from '../../calls/compare-runs.ts';
import { type ProtocolName, protocolTitles } from '../../calls/protocols.ts';
import type { Run } from '../../calls/run.ts';
import type { Store } from '../../store.ts';
import { TabBar } from '../controls.tsx';
import { Empty } from '../notices.tsx';
import { Text } from '../text.tsx';
import { RunView } from './run-view.tsx';

interface ResultPaneProps {
  readonly store: Store;
  readonly runs: readonly Run[];
}

/** The results of the newest call. */
export function ResultPane({ store, runs }: ResultPaneProps): VNode {
  const [first] = runs;
  return (
    <section class="result" aria-label="Result" aria-live="polite">
      {first === undefined ? (
        <Empty icon="bolt" title="No result yet">
          <p>
            Press <b>Call</b> or Ctrl+Enter to see it here.
          </p>
        </Empty>
      ) : (
        <Results store={store} runs={runs} first={first} />
      )}
    </section>
  );
}

/** A tab for each protocol, and whether their results differ. */
function Results({ store, runs, first }: ResultPaneProps & { readonly first: Run }): VNode {
  const panel = useId();
  const [chosen, setChosen] = useState<ProtocolName | undefined>(undefined);
  const chosenRun = runs.find(({ protocol }) => protocol === chosen);
  // A run that needs input is shown first, because it waits for the user.
  const run = chosenRun ?? runs.find(({ inputRequests }) => inputRequests.value.length > 0) ?? first;
  const differences = compareRuns(runs);
  const isCompared = runs.length > 1;
  return (
    <>
      <div class="result-head">
        <h3>Result {differences !== undefined && <Comparison count={runs.length} differences={differences} />}</h3>
        {differences !== undefined && differences.length > 0 && <Differences first={first} differences={differences} />}
        {isCompared && (
          <TabBar
            label="Protocols"
            panel={panel}
            open={run.protocol}
            onOpen={(id) => setChosen(runs.find(({ protocol }) => protocol === id)?.protocol)}
            items={runs.map((tabRun) => ({
              id: tabRun.protocol,
              title: <RunTitle run={tabRun} />,
              data: { 'data-tab': tabRun.protocol, 'data-kind': stateOfRun(tabRun) },
            }))}
          />
        )}
      </div>
      <div id={panel} {...(isCompared && { role: 'tabpanel', 'aria-labelledby': `${panel}-${run.protocol}` })}>
        <RunView
          key={run.id}
          run={run}
          store={store}
          isNamed={isCompared}
          changed={differences?.find(({ protocol }) => protocol === run.protocol)?.paths ?? []}
          onRetry={() => store.retry(run)}
        />
      </div>
    </>
  );
}

function RunTitle({ run }: { readonly run: Run }): VNode {
  return (
    <>
      <span class="dot" aria-hidden="true" />
      {protocolTitles[run.protocol]}
      <span class="visually-hidden">: {stateText(stateOfRun(run))}</span>
    </>
  );
}

interface ComparisonProps {
  readonly count: number;
  readonly differences: readonly Difference[];
}

function Comparison({ count, differences }: ComparisonProps): VNode {
  const isSame = differences.length === 0;
  return (
    <span class={`badge comparison ${isSame ? 'same' : 'differs'}`} role="status">
      {isSame ? `same on all ${count} ✓` : `differs on ${differences.length} of ${count}`}
    </span>
  );
}

interface DifferencesProps {
  readonly first: Run;
  readonly differences: readonly Difference[];
}

function Differences({ first, differences }: DifferencesProps): VNode {
  return (
    <div class="differences">
      <p>Compared with {protocolTitles[first.protocol]}:</p>
      <ul>
        {differences.map(({ protocol, text }) => (
          <li key={protocol}>
            <b>{protocolTitles[protocol]}</b>: <Text text={text} maxLength={200} />
          </li>
        ))}
      </ul>
    </div>
  );
}
