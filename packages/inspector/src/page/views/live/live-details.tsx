import type { VNode } from 'preact';
import { fieldsOf, type Json, textOf, wordOf } from '../../json.ts';
import type { LiveCall } from '../../live-call.ts';
import { spansOf } from '../../spans.ts';
import { Box, Text } from '../text.tsx';

/** The details of a call: the time of each step, facts, and its masked input and result. */
export function LiveDetails({ call: { fields, tookMs } }: { readonly call: LiveCall }): VNode {
  const input = textOf(fields, 'input');
  const answer = textOf(fields, 'answer');
  const error = textOf(fieldsOf(fields, 'error'), 'type');
  const facts = (['callId', 'traceId', 'durationMs', 'canRetry', 'retryAfterMs'] as const).flatMap(
    (name): readonly (readonly [string, string])[] =>
      fields[name] === undefined ? [] : [[name, shownFact(fields[name])]],
  );
  return (
    <>
      {tookMs !== undefined && tookMs > 0 && <Waterfall call={fields} tookMs={tookMs} />}
      <dl>
        {[...facts, ...(error === undefined ? [] : [['error', error] as const])].map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Text text={text} most={300} />
            </dd>
          </div>
        ))}
      </dl>
      {input !== undefined && <Box title="Input, masked" text={input} />}
      {answer !== undefined && <Box title="Result, masked" text={answer} />}
    </>
  );
}

/** Milliseconds are rounded to three digits. */
function shownFact(fact: Json | undefined): string {
  return typeof fact === 'number' ? `${Math.round(fact * 1000) / 1000}` : wordOf(fact);
}

interface WaterfallProps {
  readonly call: LiveCall['fields'];
  readonly tookMs: number;
}

/** One line for each stage, each run of the tool, and the response. */
function Waterfall({ call, tookMs }: WaterfallProps): VNode {
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
