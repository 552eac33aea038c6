import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { WireName } from '../calls/run.ts';
import { waysOf, wireTitles } from '../calls/start-run.ts';
import { diffLines } from '../diff.ts';
import type { PastCall } from '../history.ts';
import { moveFocus } from '../move-focus.ts';
import type { Store } from '../store.ts';
import { toolKey } from '../tool.ts';
import { Empty } from './empty.tsx';
import { StateBadge } from './state-badge.tsx';
import { Box, Fold, Text } from './text.tsx';

/** The calls made from this page, to replay, edit and compare. */
export function HistoryView({ store }: { readonly store: Store }): VNode {
  const [marked, setMarked] = useState<readonly string[]>([]);
  const calls = store.history.calls.value;
  const mark = (id: string): void =>
    setMarked(marked.includes(id) ? marked.filter((other) => other !== id) : [...marked.slice(-1), id]);
  const [first, second] = marked.map((id) => calls.find((call) => call.id === id));
  return (
    <section class="history" aria-labelledby="history-name">
      <h2 id="history-name">Your calls</h2>
      {calls.length === 0 ? (
        <Empty icon="clock" title="No calls yet">
          <p>Call a tool to see it here.</p>
          <button type="button" class="main" onClick={() => (store.tab.value = 'tools')}>
            Choose a tool
          </button>
        </Empty>
      ) : (
        <p class="row">
          <span class="hint">Stored only in this browser, without secrets. Select two calls to compare them.</span>
          <button type="button" onClick={() => store.history.clear()}>
            Clear history
          </button>
        </p>
      )}
      {first !== undefined && second !== undefined && <Diff first={first} second={second} />}
      <ul onKeyDown={(event) => moveFocus(event, 'summary')}>
        {calls.map((call) => (
          <li key={call.id}>
            <PastCallView call={call} store={store} isMarked={marked.includes(call.id)} onMark={() => mark(call.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PastCallProps {
  readonly call: PastCall;
  readonly store: Store;
  readonly isMarked: boolean;
  readonly onMark: () => void;
}

function PastCallView({ call, store, isMarked, onMark }: PastCallProps): VNode {
  const tool = store.tools.value.find((candidate) => toolKey(candidate) === call.tool);
  const wire = waysOf(store.places.value).find((way) => way === call.wire);
  const open = (): void => {
    if (tool === undefined) return;
    store.select(call.tool);
    store.draftOf(tool).setValue(call.input);
    store.tab.value = 'tools';
  };
  return (
    <Fold
      class="past"
      title={
        <>
          <StateBadge kind={call.kind} /> <Text text={call.tool} most={200} />{' '}
          <span class="hint">
            {titleOf(call.wire)} · {new Date(call.at).toLocaleString('en-GB')} · {call.tookMs} ms
          </span>
        </>
      }
    >
      {() => (
        <>
          <p class="row">
            <label>
              <input type="checkbox" checked={isMarked} onChange={onMark} /> Compare
            </label>
            {tool === undefined ? (
              <span class="hint">This tool is no longer on the server.</span>
            ) : (
              <>
                <button type="button" onClick={open}>
                  Edit
                </button>
                {!call.isMasked && wire !== undefined && (
                  <button
                    type="button"
                    onClick={() => {
                      open();
                      store.call(tool, call.input, [wire]);
                    }}
                  >
                    Replay
                  </button>
                )}
              </>
            )}
            {call.isMasked && <span class="hint">Its secrets were not stored. Edit the input to call again.</span>}
          </p>
          <Box title="Input" text={JSON.stringify(call.input, null, 2)} />
          <Box title="Result" text={call.answer} />
        </>
      )}
    </Fold>
  );
}

function titleOf(wire: string): string {
  return Object.hasOwn(wireTitles, wire) ? wireTitles[wire as WireName] : wire;
}

function Diff({ first, second }: { readonly first: PastCall; readonly second: PastCall }): VNode {
  const lines = diffLines(first.answer, second.answer);
  const isSame = lines.every(({ mark }) => mark === ' ');
  return (
    <div class="diff" role="region" aria-label="Differences" tabIndex={0}>
      {isSame && <p>Both results are the same.</p>}
      <pre>
        {lines.map(({ mark, text }, index) => (
          <span key={index} class={mark === '+' ? 'added' : mark === '-' ? 'removed' : ''}>
            {mark} <Text text={text} />
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  );
}
