import { cutText, escapeControls, formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ToolState } from '../../server-state.ts';
import { compareStored, type PastCall } from '../call-history.ts';
import { type ProtocolName, protocolsOf, protocolTitles } from '../calls/protocols.ts';
import { diffLines, foldEqualLines } from '../diff.ts';
import { moveFocus } from '../focus.ts';
import type { Store } from '../store.ts';
import { toolKey } from '../tools.ts';
import { StateBadge } from './badges.tsx';
import { Button, Fold } from './controls.tsx';
import { Empty } from './notices.tsx';
import { Text, TitledCode } from './text.tsx';

/** The calls made from this page, to replay, edit and compare. */
export function HistoryView({ store }: { readonly store: Store }): VNode {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const calls = store.history.calls.value;
  const choose = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen.slice(-1), id]);
  // The newest is first.
  const [newer, older] = calls.filter(({ id }) => chosen.includes(id));
  return (
    <section class="history" aria-labelledby="history-name">
      <div class="row view-head">
        <h2 id="history-name">Your calls</h2>
        {calls.length > 0 && (
          <span class="end">
            <Button onClick={() => store.history.clear()} text="Clear history" />
          </span>
        )}
      </div>
      {calls.length === 0 ? (
        <Empty icon="clock" title="No calls yet">
          <p>Call a tool to see it here.</p>
          <Button class="main" onClick={() => (store.tab.value = 'tools')} text="Choose a tool" />
        </Empty>
      ) : (
        <p class="hint">Stored only in this browser, without secrets. Select two calls to compare them.</p>
      )}
      {newer !== undefined && older !== undefined && <Diff older={older} newer={newer} />}
      <ul onKeyDown={(event) => moveFocus(event, 'summary')}>
        {calls.map((call) => (
          <li key={call.id}>
            <PastCallView
              call={call}
              store={store}
              isChosen={chosen.includes(call.id)}
              onChoose={() => choose(call.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PastCallProps {
  readonly call: PastCall;
  readonly store: Store;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PastCallView({ call, store, isChosen, onChoose }: PastCallProps): VNode {
  const tool = store.tools.value.find((candidate) => toolKey(candidate) === call.tool);
  const protocol = protocolsOf(store.endpoints.value).find((name) => name === call.protocol);
  const edit = (pastTool: ToolState): void => {
    store.select(call.tool);
    store.toolTab.value = 'call';
    store.draftOf(pastTool).setValue(call.input);
  };
  return (
    <div class="past">
      <input
        type="checkbox"
        aria-label={escapeControls(`Compare ${cutText(call.tool, 200)} of ${timeOf(call)}`)}
        checked={isChosen}
        onChange={onChoose}
      />
      <Fold
        title={
          <>
            <StateBadge kind={call.kind} />{' '}
            <b>
              <Text text={call.tool} maxLength={200} />
            </b>{' '}
            <span class="hint">
              <Text text={titleOf(call.protocol)} /> · {timeOf(call)} · {formatMs(call.tookMs)}
            </span>
            <code class="one-line">
              <Text text={JSON.stringify(call.input)} maxLength={300} />
            </code>
          </>
        }
      >
        {() => (
          <>
            {call.isMasked && <p class="hint">Its input was not stored completely. Edit it to call again.</p>}
            <TitledCode title="Input" text={JSON.stringify(call.input, null, 2)} />
            <TitledCode title="Result" text={call.result} />
          </>
        )}
      </Fold>
      {tool === undefined ? (
        <span class="hint">This tool is no longer on the server.</span>
      ) : (
        <span class="row">
          <Button onClick={() => edit(tool)} text="Edit" />
          {!call.isMasked && protocol !== undefined && (
            <Button
              onClick={() => {
                edit(tool);
                store.call(tool, call.input, [protocol]);
              }}
              text="Replay"
            />
          )}
        </span>
      )}
    </div>
  );
}

/** Returns the time of a call, with the date if it was not today. */
function timeOf({ endedAt }: PastCall): string {
  const date = new Date(endedAt);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString('en-GB') : date.toLocaleString('en-GB');
}

/** The stored name may be from an older version of the page. */
function titleOf(protocol: string): string {
  return Object.hasOwn(protocolTitles, protocol) ? protocolTitles[protocol as ProtocolName] : protocol;
}

const comparisonTexts: Readonly<Record<ReturnType<typeof compareStored>, string | undefined>> = {
  same: 'Both results are the same.',
  sameBeginning: 'Both results are the same, as far as they are stored.',
  differs: undefined,
  differsLater: 'The results differ after the lines below.',
};

/** The message for two equal inputs. Secrets and large parts are not stored, and may differ. */
export function sameInputText(older: PastCall, newer: PastCall): string {
  return `Both inputs are the same${older.isMasked || newer.isMasked ? ', as far as they are stored' : ''}.`;
}

/** The differences between two calls: first of the inputs, if they differ, and then of the results. */
function Diff({ older, newer }: { readonly older: PastCall; readonly newer: PastCall }): VNode {
  const summary = comparisonTexts[compareStored(older.result, newer.result)];
  const before = JSON.stringify(older.input, null, 2);
  const after = JSON.stringify(newer.input, null, 2);
  return (
    <div class="diff" role="region" aria-label="Differences">
      <p class="hint">
        − <Text text={callTitle(older)} />
        <br />+ <Text text={callTitle(newer)} />
      </p>
      {compareStored(before, after) === 'differsLater' && <p>The inputs differ after the lines below.</p>}
      {before === after ? <p>{sameInputText(older, newer)}</p> : <Lines title="Input" before={before} after={after} />}
      {summary !== undefined && <p>{summary}</p>}
      {older.result !== newer.result && <Lines title="Result" before={older.result} after={newer.result} />}
    </div>
  );
}

function callTitle(call: PastCall): string {
  return `${call.tool}, ${titleOf(call.protocol)}, ${timeOf(call)}`;
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
