import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { fieldsOf, textOf, wordOf } from '../../json.ts';
import { isShort, spansOf } from '../../live/call-spans.ts';
import type { LiveCall } from '../../live/live-call.ts';
import { Button } from '../controls.tsx';
import { Text, TitledCode } from '../text.tsx';

/** The details of a call: the time of each step, facts, and its masked input and result. */
export function LiveDetails({ call: { fields, tookMs } }: { readonly call: LiveCall }): VNode {
  const { callId, traceId, canRetry, retryAfterMs } = fields;
  const input = textOf(fields, 'input');
  const result = textOf(fields, 'result');
  const facts = [
    ['Call ID', callId],
    ['Trace ID', traceId],
    ['Error', textOf(fieldsOf(fields, 'error'), 'type')],
    ['Retryable', canRetry === undefined ? undefined : canRetry === true ? 'yes' : 'no'],
    ['Retry after', typeof retryAfterMs === 'number' ? formatMs(retryAfterMs) : undefined],
  ] as const;
  return (
    <>
      {tookMs !== undefined && tookMs > 0 && <Waterfall call={fields} tookMs={tookMs} />}
      <dl>
        {facts.map(([title, fact]) =>
          fact === undefined ? null : (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <Text text={wordOf(fact)} maxLength={300} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {input !== undefined && <TitledCode title="Input, masked" text={input} />}
      {result !== undefined && <TitledCode title="Result, masked" text={result} />}
    </>
  );
}

interface WaterfallProps {
  readonly call: LiveCall['fields'];
  readonly tookMs: number;
}

/** One line for each step, each run of the tool, and the response. Short steps are behind a button. */
function Waterfall({ call, tookMs }: WaterfallProps): VNode {
  const [isWhole, setWhole] = useState(false);
  const spans = spansOf(call);
  const short = spans.filter((span) => isShort(span, tookMs));
  const share = (ms: number): number => Math.min(100, Math.max(0, (ms / tookMs) * 100));
  return (
    <>
      <ol class="timeline" aria-label={`Timeline of ${formatMs(tookMs)}`}>
        {(isWhole ? spans : spans.filter((span) => !short.includes(span))).map(
          ({ name, title, fromMs, toMs, className, outcome }, index) => (
            <li key={index} data-span={name}>
              <span class="span-name">
                <Text text={title} maxLength={60} />
              </span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="whole" width={100} height={8} />
                <rect class={className} x={share(fromMs)} width={Math.max(0.5, share(toMs - fromMs))} height={8} />
              </svg>
              <span class="span-time">
                {formatMs(toMs - fromMs)}
                {outcome !== undefined && `, ${outcome}`}
              </span>
            </li>
          ),
        )}
      </ol>
      {short.length > 0 && (
        <Button class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Hide' : 'Show'} {short.length === 1 ? '1 step' : `${short.length} steps`} under 1 %
        </Button>
      )}
    </>
  );
}
