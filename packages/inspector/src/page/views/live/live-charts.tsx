import { formatMs } from '@toolwire/internal';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { stateText } from '../../call-state.ts';
import { type LiveCall, laneOf } from '../../live/live-call.ts';
import { type Latency, latencyOf, type WindowPart, windowMs, windowParts } from '../../live/live-window.ts';
import { Text } from '../text.tsx';
import { LiveNumbers, percentiles } from './live-numbers.tsx';

interface ChartProps {
  readonly calls: readonly LiveCall[];
  readonly isPaused: boolean;
}

const maxLanes = 8;
/** The width of a part of the window in a drawing. */
const partWidth = 10;

/** The last minute: volume by state, latency, and when each client called. The numbers are also in a table. */
export function LiveCharts({ calls, isPaused }: ChartProps): VNode {
  const now = useNow(isPaused);
  const recent = calls.filter(({ startedAt }) => now - startedAt < windowMs);
  const parts = windowParts(calls, now);
  const latency = latencyOf(recent);
  return (
    <div class="charts">
      <figure>
        <figcaption>
          Calls in the last minute <b>{recent.length}</b>
        </figcaption>
        <VolumeBars parts={parts} />
      </figure>
      <figure>
        <figcaption>
          Latency
          {percentiles.map((name) => (
            <span key={name} class={name}>
              {name} <b>{latency === undefined ? '–' : formatMs(latency[name])}</b>
            </span>
          ))}
        </figcaption>
        <LatencyLines parts={parts} />
      </figure>
      <figure class="lanes">
        <figcaption>Clients</figcaption>
        <Lanes calls={recent} now={now} />
      </figure>
      <details>
        <summary>Numbers of the last minute</summary>
        <LiveNumbers parts={parts} />
      </details>
    </div>
  );
}

interface PlotProps {
  /** The text of the largest value of the scale. */
  readonly maxText: string;
  readonly parts: readonly WindowPart[];
  readonly children: ComponentChildren;
}

/** A drawing of the last minute, with its scales. */
function Plot({ maxText, parts, children }: PlotProps): VNode {
  const width = parts.length * partWidth;
  return (
    <div class="plot hint">
      <span class="scale">
        <span>{maxText}</span>
        <span>0</span>
      </span>
      <svg data-chart viewBox={`0 0 ${width} 40`} preserveAspectRatio="none" aria-hidden="true">
        <path class="grid" d={`M0,0H${width}M0,20H${width}`} />
        {children}
      </svg>
      <span class="axis">
        <span>{windowMs / 1_000} s ago</span>
        <span>now</span>
      </span>
    </div>
  );
}

/** Returns the end of a scale: the next 1, 2 or 5 times a power of ten. */
export function scaleEnd(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

/** Returns the current time, updated each second until the charts are paused. */
function useNow(isPaused: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (isPaused) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isPaused]);
  return now;
}

/** A bar for each part of the last minute, divided by state. */
function VolumeBars({ parts }: { readonly parts: readonly WindowPart[] }): VNode {
  const maxTotal = scaleEnd(Math.max(5, ...parts.map(({ total }) => total)));
  return (
    <Plot maxText={String(maxTotal)} parts={parts}>
      {parts.map(({ endAgoMs, counts }, index) => {
        let y = 40;
        return [...counts].map(([state, count]) => {
          const height = (count / maxTotal) * 40;
          y -= height;
          return (
            <rect
              key={`${endAgoMs} ${state}`}
              class={classOf(state)}
              x={index * partWidth + 1}
              width={partWidth - 2}
              y={y}
              height={height}
            />
          );
        });
      })}
    </Plot>
  );
}

/** A line for each percentile, with a dot for each part. */
function LatencyLines({ parts }: { readonly parts: readonly WindowPart[] }): VNode {
  const maxMs = scaleEnd(Math.max(1, ...parts.map(({ latency }) => latency?.p99 ?? 0)));
  const pointsOf = (name: keyof Latency): readonly string[] =>
    parts.flatMap(({ latency }, index) =>
      latency === undefined ? [] : [`${(index + 0.5) * partWidth},${40 - (latency[name] / maxMs) * 40}`],
    );
  return (
    <Plot maxText={formatMs(maxMs).replace('.0 ', ' ')} parts={parts}>
      {percentiles.map((name) => (
        <polyline key={name} class={name} points={pointsOf(name).join(' ')} />
      ))}
      {percentiles.map((name) => (
        <path
          key={name}
          class={name}
          d={pointsOf(name)
            .map((point) => `M${point}h0.01`)
            .join('')}
        />
      ))}
    </Plot>
  );
}

/** A row for each client, with a bar for each of its calls. */
function Lanes({ calls, now }: { readonly calls: readonly LiveCall[]; readonly now: number }): VNode {
  const lanes = new Map<string, readonly LiveCall[]>();
  for (const call of calls) lanes.set(laneOf(call), [...(lanes.get(laneOf(call)) ?? []), call]);
  const start = now - windowMs;
  const share = (ms: number): number => Math.min(100, Math.max(0, (ms / windowMs) * 100));
  if (lanes.size === 0) return <p class="hint">No client has called in the last minute.</p>;
  return (
    <ul>
      {[...lanes].slice(0, maxLanes).map(([client, clientCalls]) => (
        <li key={client}>
          <Text text={client} maxLength={40} />
          <svg data-chart viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="whole" width={100} height={8} />
            {clientCalls.map(({ number, startedAt, tookMs, state }) => {
              const x = share(startedAt - start);
              const width = Math.max(0.6, share(tookMs ?? now - startedAt));
              return <rect key={number} class={classOf(stateText(state))} x={x} width={width} y={1} height={6} />;
            })}
          </svg>
          <span class="hint">{clientCalls.length}</span>
        </li>
      ))}
      {lanes.size > maxLanes && <li class="hint">and {lanes.size - maxLanes} more clients</li>}
    </ul>
  );
}

/** The class of a state, which has the color of its badge. */
function classOf(state: string): string {
  return state.toLowerCase().replaceAll(' ', '-');
}
