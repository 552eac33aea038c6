import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { stateText } from '../../call-state.ts';
import { wordOf } from '../../json.ts';
import { type LiveCall, laneOf } from '../../live/live-call.ts';
import { type LiveFeed, maxCalls } from '../../live/live-feed.ts';
import type { Store } from '../../store.ts';
import { wordMatcher } from '../../tools.ts';
import { FilterChips } from '../badges.tsx';
import { Button } from '../controls.tsx';
import { Empty } from '../notices.tsx';
import { LiveCharts } from './live-charts.tsx';
import { LiveTable } from './live-table.tsx';

/** The groups of filter chips. */
const groups = [
  { label: 'State', valueOf: ({ state }: LiveCall) => stateText(state) },
  { label: 'Protocol', valueOf: ({ protocol }: LiveCall) => protocol },
  { label: 'Client', valueOf: laneOf },
] as const;

/** The calls of all clients, since this page was opened. */
export function LiveView({ store }: { readonly store: Store }): VNode {
  const { live } = store;
  const id = useId();
  const [filter, setFilter] = useState('');
  /** The chosen values of each group; all if none is chosen. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  const [isFollowing, setFollowing] = useState(true);
  const [frozen, setFrozen] = useState<readonly LiveCall[] | undefined>(undefined);
  useEffect(() => {
    live.unseenCalls.value = 0;
    return () => {
      live.unseenCalls.value = 0;
    };
  }, [live]);
  const calls = frozen ?? live.calls.value;
  const isMatch = wordMatcher(filter);
  const isChosen = (call: LiveCall): boolean =>
    groups.every(({ label, valueOf }) => chosen.get(label)?.has(valueOf(call)) ?? true);
  const shown = calls.filter((call) => isChosen(call) && isMatch(textOfCall(call)));
  return (
    <section class="live" aria-labelledby="live-name">
      <div class="row view-head">
        <h2 id="live-name">Calls of all clients</h2>
        <ConnectionState store={store} />
        <span class="end row">
          <Button
            aria-pressed={frozen !== undefined}
            onClick={() => setFrozen(frozen === undefined ? live.calls.value : undefined)}
            text={frozen === undefined ? 'Pause' : 'Resume'}
          />
          <Button aria-pressed={isFollowing} onClick={() => setFollowing(!isFollowing)} text="Follow" />
          <Button
            onClick={() => {
              live.clear();
              if (frozen !== undefined) setFrozen([]);
            }}
            text="Clear"
          />
        </span>
      </div>
      <LiveCharts calls={shown} isPaused={frozen !== undefined} />
      <div class="row">
        <label for={id} class="visually-hidden">
          Filter
        </label>
        <input
          id={id}
          type="search"
          value={filter}
          placeholder="Filter by tool, protocol, state, caller"
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        {groups.map(({ label, valueOf }) => (
          <FilterChips
            key={label}
            label={label}
            values={calls.map(valueOf)}
            chosen={chosen.get(label) ?? new Set()}
            onChange={(next) => {
              const others = [...chosen].filter(([other]) => other !== label);
              setChosen(new Map(next.size === 0 ? others : [...others, [label, next]]));
            }}
          />
        ))}
      </div>
      {live.skippedEvents.value > 0 && (
        <p class="warning">
          Events skipped: {live.skippedEvents.value}. They came too fast, or while this tab was hidden.
        </p>
      )}
      {calls.length === maxCalls && <p class="hint">Only the newest {maxCalls} calls are shown.</p>}
      {shown.length > 0 ? (
        <LiveTable calls={shown} isFollowing={isFollowing && frozen === undefined} />
      ) : calls.length > 0 ? (
        <Empty icon="search" title="No call matches the filter.">
          <Button
            onClick={() => {
              setFilter('');
              setChosen(new Map());
            }}
            text={`Show all ${calls.length} calls`}
          />
        </Empty>
      ) : (
        <NoCalls store={store} />
      )}
    </section>
  );
}

function ConnectionState({ store: { live } }: { readonly store: Store }): VNode {
  return (
    <span role="status" class={live.status.value === 'lost' ? 'error' : 'hint'}>
      {statusText(live)}
    </span>
  );
}

function statusText({ status, problem }: LiveFeed): string {
  if (status.value === 'lost') return `Not connected: ${problem.value}`;
  return status.value === 'on' ? 'Listening' : 'Connecting';
}

function NoCalls({ store }: { readonly store: Store }): VNode {
  const { mcp } = store.endpoints.value;
  return (
    <Empty icon="pulse" title="No calls yet">
      <p>
        Call a tool{mcp !== undefined && `, or connect a client to ${document.location.origin}${mcp}`}. Each call
        appears here when it starts.
      </p>
      <Button class="main" onClick={() => (store.tab.value = 'tools')} text="Choose a tool" />
    </Empty>
  );
}

function textOfCall({ tool, version, protocol, client, caller, callId, state, fields }: LiveCall): string {
  const { wire } = fields;
  return [tool, version, protocol, wordOf(wire), client, caller, callId ?? '', state, stateText(state)].join(' ');
}
