import { cutText, escapeControls, formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { WireName } from '../calls/run.ts';
import { waysOf, wireTitles } from '../calls/start-run.ts';
import { diffLines, foldEqualLines } from '../diff.ts';
import { moveFocus } from '../focus.ts';
import { compareAnswers, type PastCall } from '../history.ts';
import type { Store } from '../store.ts';
import { toolKey } from '../tool.ts';
import { StateBadge } from './badges.tsx';
import { Empty } from './empty.tsx';
import { Fold } from './fold.tsx';
import { Box, Text } from './text.tsx';

/** The calls made from this page, to replay, edit and compare. */
export function HistoryView({ store }: { readonly store: Store }): VNode {
  const [marked, setMarked] = useState<readonly string[]>([]);
  const calls = store.history.calls.value;
  const mark = (id: string): void =>
    setMarked(marked.includes(id) ? marked.filter((other) => other !== id) : [...marked.slice(-1), id]);
  // The newest is first.
  const [newer, older] = calls.filter(({ id }) => marked.includes(id));
  return (
    <section class="history" aria-labelledby="history-name">
      <div class="row live-head">
        <h2 id="history-name">Your calls</h2>
        {calls.length > 0 && (
          <span class="end">
            <button type="button" onClick={() => store.history.clear()}>
              Clear history
            </button>
          </span>
        )}
      </div>
      {calls.length === 0 ? (
        <Empty icon="clock" title="No calls yet">
          <p>Call a tool to see it here.</p>
          <button type="button" class="main" onClick={() => (store.tab.value = 'tools')}>
            Choose a tool
          </button>
        </Empty>
      ) : (
        <p class="hint">Stored only in this browser, without secrets. Select two calls to compare them.</p>
      )}
      {newer !== undefined && older !== undefined && <Diff older={older} newer={newer} />}
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
    <div class="past">
      <input
        type="checkbox"
        aria-label={escapeControls(`Compare ${cutText(call.tool, 200)} of ${timeOf(call)}`)}
        checked={isMarked}
        onChange={onMark}
      />
      <Fold
        title={
          <>
            <StateBadge kind={call.kind} />{' '}
            <b>
              <Text text={call.tool} most={200} />
            </b>{' '}
            <span class="hint">
              {titleOf(call.wire)} · {timeOf(call)} · {formatMs(call.tookMs)}
            </span>
            <code class="one-line">
              <Text text={JSON.stringify(call.input)} most={300} />
            </code>
          </>
        }
      >
        {() => (
          <>
            {call.isMasked && <p class="hint">Its secrets were not stored. Edit the input to call again.</p>}
            <Box title="Input" text={JSON.stringify(call.input, null, 2)} />
            <Box title="Result" text={call.answer} />
          </>
        )}
      </Fold>
      {tool === undefined ? (
        <span class="hint">This tool is no longer on the server.</span>
      ) : (
        <span class="row">
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
        </span>
      )}
    </div>
  );
}

/** The time, with the date if it was not today. */
function timeOf({ at }: PastCall): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString('en-GB') : date.toLocaleString('en-GB');
}

function titleOf(wire: string): string {
  return Object.hasOwn(wireTitles, wire) ? wireTitles[wire as WireName] : wire;
}

const comparisonTexts: Readonly<Record<ReturnType<typeof compareAnswers>, string>> = {
  same: 'Both results are the same.',
  sameBeginning: 'Both results are the same, as far as they are stored.',
  differs: '',
  differsLater: 'The results differ after the lines below.',
};

/** The differences between two calls: first of the inputs, if they differ, and then of the results. */
function Diff({ older, newer }: { readonly older: PastCall; readonly newer: PastCall }): VNode {
  const summary = comparisonTexts[compareAnswers(older.answer, newer.answer)];
  const inputs = [older, newer].map(({ input }) => JSON.stringify(input, null, 2));
  const [before = '', after = ''] = inputs;
  return (
    <div class="diff" role="region" aria-label="Differences">
      <p class="hint">
        − {older.tool}, {titleOf(older.wire)}, {timeOf(older)}
        <br />+ {newer.tool}, {titleOf(newer.wire)}, {timeOf(newer)}
      </p>
      {before === after ? <p>Both inputs are the same.</p> : <Lines title="Input" before={before} after={after} />}
      {summary !== '' && <p>{summary}</p>}
      {older.answer !== newer.answer && <Lines title="Result" before={older.answer} after={newer.answer} />}
    </div>
  );
}

interface LinesProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

function Lines({ title, before, after }: LinesProps): VNode {
  return (
    <>
      <h3 class="hint">{title}</h3>
      <pre tabIndex={0} role="group" aria-label={`Differences of the ${title.toLowerCase()}`}>
        {foldEqualLines(diffLines(before, after)).map(({ mark, text }, index) => (
          <span key={index} class={mark === '+' ? 'added' : mark === '-' ? 'removed' : 'equal'}>
            {mark} <Text text={text} />
          </span>
        ))}
      </pre>
    </>
  );
}
