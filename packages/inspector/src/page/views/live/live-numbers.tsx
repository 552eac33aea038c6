import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import type { WindowPart } from '../../live/live-window.ts';
import { Table } from '../table.tsx';

export const percentiles = ['p50', 'p95', 'p99'] as const;

/** The numbers of the charts as a table. */
export function LiveNumbers({ parts }: { readonly parts: readonly WindowPart[] }): VNode {
  return (
    <Table label="Numbers of the last minute" titles={['Seconds ago', 'Calls', 'By state', ...percentiles]}>
      <tbody>
        {parts.toReversed().map(({ endAgoMs, startAgoMs, total, counts, latency }) => (
          <tr key={endAgoMs}>
            <th scope="row">
              {endAgoMs / 1_000}–{startAgoMs / 1_000}
            </th>
            <td>{total}</td>
            <td>{[...counts].map(([state, count]) => `${count} ${state}`).join(', ')}</td>
            {percentiles.map((name) => (
              <td key={name}>{latency === undefined ? '–' : formatMs(latency[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
