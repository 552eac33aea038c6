import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { stateText } from '../../call-state.ts';
import { compareRuns, type Difference } from '../../calls/compare-runs.ts';
import type { Run, WireName } from '../../calls/run.ts';
import { wireTitles } from '../../calls/start-run.ts';
import type { Store } from '../../store.ts';
import type { ToolState } from '../../tool.ts';
import { Empty } from '../empty.tsx';
import { TabBar } from '../tab-bar.tsx';
import { Text } from '../text.tsx';
import { RunView, stateOf } from './run-view.tsx';

interface ResultProps {
  readonly store: Store;
  readonly tool: ToolState;
  readonly runs: readonly Run[];
}

/** The results of the newest call: a tab for each protocol, and whether all of them agree. */
export function ResultPane({ store, tool, runs }: ResultProps): VNode {
  const panel = useId();
  const [chosen, setChosen] = useState<WireName | undefined>(undefined);
  // A run that needs input is shown first, because it waits for the user.
  const run =
    runs.find(({ wire }) => wire === chosen) ?? runs.find(({ questions }) => questions.value.length > 0) ?? runs[0];
  const differences = compareRuns(runs);
  const isCompared = runs.length > 1;
  return (
    <section class="result" aria-label="Result" aria-live="polite">
      {run === undefined ? (
        <Empty icon="bolt" title="No result yet">
          <p>
            Press <b>Call</b> or Ctrl+Enter to see it here.
          </p>
        </Empty>
      ) : (
        <>
          <div class="result-head">
            <h3>
              Result <Agreement count={runs.length} differences={differences} />
            </h3>
            {differences !== undefined && differences.length > 0 && (
              <Differences first={runs[0]} differences={differences} />
            )}
            {isCompared && (
              <TabBar
                label="Protocols"
                panel={panel}
                open={run.wire}
                onOpen={(id) => setChosen(runs.find(({ wire }) => wire === id)?.wire)}
                items={runs.map((one) => ({
                  id: one.wire,
                  title: <RunTitle run={one} />,
                  data: { 'data-tab': one.wire, 'data-kind': stateOf(one) },
                }))}
              />
            )}
          </div>
          <div id={panel} {...(isCompared && { role: 'tabpanel', 'aria-labelledby': `${panel}-${run.wire}` })}>
            <RunView
              key={run.id}
              run={run}
              store={store}
              isNamed={isCompared}
              changed={differences?.find(({ wire }) => wire === run.wire)?.paths ?? []}
              onAgain={() => store.call(tool, run.call.input, [run.wire])}
            />
          </div>
        </>
      )}
    </section>
  );
}

function RunTitle({ run }: { readonly run: Run }): VNode {
  return (
    <>
      <span class="dot" aria-hidden="true" />
      {wireTitles[run.wire]}
      <span class="unseen">: {stateText(stateOf(run))}</span>
    </>
  );
}

interface AgreementProps {
  readonly count: number;
  readonly differences: readonly Difference[] | undefined;
}

function Agreement({ count, differences }: AgreementProps): VNode | null {
  if (differences === undefined) return null;
  const isSame = differences.length === 0;
  return (
    <span class={`badge comparison ${isSame ? 'same' : 'differs'}`} role="status">
      {isSame ? `same on all ${count} ✓` : `differs on ${differences.length} of ${count}`}
    </span>
  );
}

interface DifferencesProps {
  readonly first: Run | undefined;
  readonly differences: readonly Difference[];
}

function Differences({ first, differences }: DifferencesProps): VNode {
  return (
    <div class="differences">
      {first !== undefined && <p>Compared with {wireTitles[first.wire]}:</p>}
      <ul>
        {differences.map(({ wire, text }) => (
          <li key={wire}>
            <b>{wireTitles[wire]}</b>: <Text text={text} most={200} />
          </li>
        ))}
      </ul>
    </div>
  );
}
