import { escapeControls } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { fieldsOf, type Json, type JsonFields, textOf, wordOf } from '../json.ts';
import { spansOf } from '../spans.ts';
import type { Store } from '../store.ts';
import { Box, Fold, statusText, Text } from './text.tsx';

/** The calls of all clients, live while this view is open. */
export function LiveView({ store }: { readonly store: Store }): VNode {
  const { live } = store;
  const id = useId();
  const [filter, setFilter] = useState('');
  useEffect(() => live.watch(), [live]);
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = live.calls.value.filter((call) => words.every((word) => textOfCall(call).includes(word))).toReversed();
  return (
    <section class="live" aria-labelledby="live-name">
      <h2 id="live-name">Calls of all clients</h2>
      <div class="row">
        <label for={id}>Filter</label>
        <input
          id={id}
          type="search"
          value={filter}
          placeholder="tool, protocol, status, caller"
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <span role="status" class="hint">
          {live.status.value === 'on'
            ? 'Listening'
            : live.status.value === 'lost'
              ? `Not connected: ${live.problem.value}`
              : 'Connecting'}
        </span>
        <button type="button" onClick={() => live.clear()}>
          Clear
        </button>
      </div>
      {live.leftOut.value > 0 && (
        <p class="warning">Calls skipped: {live.leftOut.value}. They arrived faster than this page can show them.</p>
      )}
      {shown.length === 0 && (
        <p class="hint">
          {live.calls.value.length === 0 ? noCalls(store.places.value.mcp) : 'No call matches the filter.'}
        </p>
      )}
      {shown.map((call) => (
        <LiveCall key={wordOf(call['number'])} call={call} />
      ))}
    </section>
  );
}

function noCalls(mcp: string | undefined): string {
  const address = mcp === undefined ? '' : `, or connect a client to ${document.location.origin}${mcp}`;
  return `No calls yet. Call a tool${address}.`;
}

function textOfCall(call: JsonFields): string {
  const { wire, toolId, outcome, principalId, callId } = call;
  const tool = fieldsOf(call, 'tool');
  return [
    wire,
    toolId,
    outcome,
    statusText(wordOf(outcome ?? 'running')),
    principalId,
    callId,
    tool['id'],
    fieldsOf(call, 'error')['type'],
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .toLowerCase();
}

function LiveCall({ call }: { readonly call: JsonFields }): VNode {
  const { startedAt, tookMs, outcome, wire } = call;
  const tool = fieldsOf(call, 'tool');
  const name =
    textOf(tool, 'id') === undefined
      ? (textOf(call, 'toolId') ?? '(hidden)')
      : `${textOf(tool, 'id')}@${textOf(tool, 'version')}`;
  const input = textOf(call, 'input');
  const answer = textOf(call, 'answer');
  return (
    <Fold
      class="live-call"
      data-call={textOf(call, 'callId')}
      title={
        <>
          <span class={`badge ${wordOf(outcome ?? 'running')}`}>{statusText(wordOf(outcome ?? 'running'))}</span>{' '}
          <Text text={name} most={200} />{' '}
          <span class="hint">
            {wordOf(wire)} · {new Date(Number(startedAt)).toLocaleTimeString('en-GB')}
            {typeof tookMs === 'number' && ` · ${tookMs.toFixed(1)} ms`}
            {typeof call['principalId'] === 'string' && ` · ${escapeControls(call['principalId'].slice(0, 80))}`}
            {call['replayed'] === true && ' · replayed'}
          </span>
        </>
      }
    >
      {() => (
        <>
          <Timeline call={call} />
          <dl>
            {(['callId', 'traceId', 'durationMs', 'canRetry', 'retryAfterMs'] as const).flatMap((field) =>
              call[field] === undefined
                ? []
                : [
                    <div key={field}>
                      <dt>{field}</dt>
                      <dd>
                        <Text text={shownFact(call[field])} most={300} />
                      </dd>
                    </div>,
                  ],
            )}
            {textOf(fieldsOf(call, 'error'), 'type') !== undefined && (
              <div>
                <dt>error</dt>
                <dd>{textOf(fieldsOf(call, 'error'), 'type')}</dd>
              </div>
            )}
          </dl>
          {input !== undefined && <Box title="Input, masked" text={input} />}
          {answer !== undefined && <Box title="Result, masked" text={answer} />}
        </>
      )}
    </Fold>
  );
}

/** Milliseconds are rounded to three digits. */
function shownFact(fact: Json | undefined): string {
  return typeof fact === 'number' ? `${Math.round(fact * 1000) / 1000}` : wordOf(fact);
}

/** The timeline of a call: one line for each stage, each run of the tool, and the response. */
function Timeline({ call }: { readonly call: JsonFields }): VNode | null {
  const { tookMs } = call;
  if (typeof tookMs !== 'number' || tookMs <= 0) return null;
  const share = (ms: number): number => Math.min(100, Math.max(0, (ms / tookMs) * 100));
  return (
    <ol class="timeline" aria-label={`Timeline of ${tookMs.toFixed(1)} ms`}>
      {spansOf(call).map(({ name, fromMs, toMs, kind, outcome }, index) => (
        <li key={index} data-span={name}>
          <span class="span-name">
            <Text text={name} most={60} />
          </span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="whole" x={0} width={100} y={0} height={8} />
            <rect class={kind} x={share(fromMs)} width={Math.max(0.5, share(toMs - fromMs))} y={0} height={8} />
          </svg>
          <span class="span-time">
            {(toMs - fromMs).toFixed(toMs - fromMs < 10 ? 2 : 1)} ms
            {outcome !== undefined && `, ${outcome}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
