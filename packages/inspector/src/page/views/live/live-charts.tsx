import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatMs } from '../../format-ms.ts';
import { type LiveCall, laneOf } from '../../live-call.ts';
import { latencyOf, type WindowPart, windowMs, windowParts } from '../../live-window.ts';
import { Text } from '../text.tsx';

interface ChartProps {
  readonly calls: readonly LiveCall[];
  readonly isPaused: boolean;
}

const maxLanes = 8;
const percentiles = ['p50', 'p95', 'p99'] as const;

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
        <Volume parts={parts} />
        <Axis />
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
        <Axis />
      </figure>
      <figure class="lanes">
        <figcaption>Clients</figcaption>
        <Lanes calls={recent} now={now} />
      </figure>
      <details>
        <summary>Numbers of the last minute</summary>
        <Numbers parts={parts} />
      </details>
    </div>
  );
}

function Axis(): VNode {
  return (
    <p class="axis hint">
      <span>60 s ago</span>
      <span>now</span>
    </p>
  );
}

/** The current time, each second until the charts are paused. */
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

function Volume({ parts }: { readonly parts: readonly WindowPart[] }): VNode {
  const most = Math.max(4, ...parts.map(({ total }) => total));
  return (
    <svg data-chart viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ agoMs, counts }, index) => {
        let y = 40;
        return [...counts].map(([state, count]) => {
          const height = (count / most) * 40;
          y -= height;
          return (
            <rect key={`${agoMs} ${state}`} class={classOf(state)} x={index * 10 + 1} width={8} y={y} height={height} />
          );
        });
      })}
    </svg>
  );
}

function LatencyLines({ parts }: { readonly parts: readonly WindowPart[] }): VNode {
  const most = Math.max(1, ...parts.map(({ latency }) => latency?.p99 ?? 0));
  return (
    <svg data-chart viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
      {percentiles.map((name) => (
        <polyline
          key={name}
          class={name}
          points={parts
            .flatMap(({ latency }, index) =>
              latency === undefined ? [] : [`${index * 10 + 5},${38 - (latency[name] / most) * 36}`],
            )
            .join(' ')}
        />
      ))}
      {parts.map(({ agoMs, latency }, index) =>
        latency === undefined
          ? null
          : percentiles.map((name) => (
              <path
                key={`${agoMs} ${name}`}
                class={name}
                d={`M${index * 10 + 5},${38 - (latency[name] / most) * 36}h0.01`}
              />
            )),
      )}
    </svg>
  );
}

function Lanes({ calls, now }: { readonly calls: readonly LiveCall[]; readonly now: number }): VNode {
  const lanes = new Map<string, LiveCall[]>();
  for (const call of calls) lanes.set(laneOf(call), [...(lanes.get(laneOf(call)) ?? []), call]);
  const start = now - windowMs;
  const share = (ms: number): number => Math.min(100, Math.max(0, (ms / windowMs) * 100));
  if (lanes.size === 0) return <p class="hint">No client has called in the last minute.</p>;
  return (
    <ul>
      {[...lanes].slice(0, maxLanes).map(([client, own]) => (
        <li key={client}>
          <Text text={client} most={40} />
          <svg data-chart viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="whole" width={100} height={8} />
            {own.map(({ number, startedAt, tookMs, state }) => {
              const x = share(startedAt - start);
              const width = Math.max(0.6, share(tookMs ?? now - startedAt));
              return <rect key={number} class={state} x={x} width={width} y={1} height={6} />;
            })}
          </svg>
          <span class="hint">{own.length}</span>
        </li>
      ))}
    </ul>
  );
}

function Numbers({ parts }: { readonly parts: readonly WindowPart[] }): VNode {
  return (
    <div class="table" tabIndex={0} role="group" aria-label="Numbers of the last minute">
      <table>
        <thead>
          <tr>
            {['Seconds ago', 'Calls', 'By state', ...percentiles].map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.toReversed().map(({ agoMs, total, counts, latency }) => (
            <tr key={agoMs}>
              <th scope="row">
                {agoMs / 1_000}–{agoMs / 1_000 + 5}
              </th>
              <td>{total}</td>
              <td>{[...counts].map(([state, count]) => `${count} ${state}`).join(', ')}</td>
              {percentiles.map((name) => (
                <td key={name}>{latency === undefined ? '–' : formatMs(latency[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The class of a state, which has the color of its badge. */
function classOf(state: string): string {
  return state.toLowerCase().replaceAll(' ', '-');
}
