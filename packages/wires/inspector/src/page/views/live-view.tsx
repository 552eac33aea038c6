import { escapeControls } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { fieldsOf, isFields, isList, type Json, type JsonFields, textOf, wordOf } from '../json.ts';
import type { Store } from '../store.ts';
import { Fold } from './fold.tsx';
import { Box, Text } from './text.tsx';

/** The calls of all clients, as they come, while this is looked at. */
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
          placeholder="tool, wire, outcome, caller"
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
        <p class="warning">{live.leftOut.value} lines were left out: they came faster than this page reads.</p>
      )}
      {shown.length === 0 && (
        <p class="hint">
          {live.calls.value.length === 0 ? 'Nobody has called since this was opened.' : 'No call fits the filter.'}
        </p>
      )}
      {shown.map((call) => (
        <LiveCall key={wordOf(call['number'])} call={call} />
      ))}
    </section>
  );
}

function textOfCall(call: JsonFields): string {
  const { wire, toolId, outcome, principalId, callId } = call;
  const tool = fieldsOf(call, 'tool');
  return [wire, toolId, outcome, principalId, callId, tool['id'], fieldsOf(call, 'error')['type']]
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
          <span class={`badge ${wordOf(outcome ?? 'running')}`}>{wordOf(outcome ?? 'running')}</span>{' '}
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
          {answer !== undefined && <Box title="Answer, masked" text={answer} />}
        </>
      )}
    </Fold>
  );
}

/** Milliseconds have more digits than anybody reads. */
function shownFact(fact: Json | undefined): string {
  return typeof fact === 'number' ? `${Math.round(fact * 1000) / 1000}` : wordOf(fact);
}

/** What the time went into: before the tool ran, each run, and after it. */
function Timeline({ call }: { readonly call: JsonFields }): VNode | null {
  const { tookMs, runs } = call;
  if (typeof tookMs !== 'number' || tookMs <= 0) return null;
  const spans = spansOf(tookMs, isList(runs) ? runs : [], call['replayed'] === true);
  return (
    <svg
      class="timeline"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={spans.map(({ words }) => words).join('; ')}
    >
      {spans.map(({ fromMs, toMs, kind, words }, index) => (
        <rect
          key={index}
          class={kind}
          x={(fromMs / tookMs) * 100}
          width={Math.max(0.5, ((toMs - fromMs) / tookMs) * 100)}
          y={kind === 'around' ? 3 : 0}
          height={kind === 'around' ? 2 : 8}
        >
          <title>{words}</title>
        </rect>
      ))}
    </svg>
  );
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly kind: string;
  readonly words: string;
}

function spansOf(tookMs: number, runs: readonly Json[], replayed: boolean): readonly Span[] {
  const ran = runs.filter(isFields).map(({ fromMs, toMs, outcome }, index) => {
    const from = Number(fromMs ?? 0);
    const to = Number(toMs ?? tookMs);
    return {
      fromMs: from,
      toMs: to,
      kind: `run ${wordOf(outcome ?? 'running')}`,
      words: `Run ${index + 1}: ${(to - from).toFixed(1)} ms, ${wordOf(outcome ?? 'not ended')}`,
    };
  });
  const whole = `The whole call: ${tookMs.toFixed(1)} ms`;
  const none = replayed ? 'answered from an earlier call' : 'the tool did not run';
  return [{ fromMs: 0, toMs: tookMs, kind: 'around', words: ran.length === 0 ? `${whole}, ${none}` : whole }, ...ran];
}
