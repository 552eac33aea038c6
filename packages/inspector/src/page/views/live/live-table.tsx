import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { moveFocus } from '../../focus.ts';
import type { LiveCall } from '../../live/live-call.ts';
import { StateBadge } from '../badges.tsx';
import { Button } from '../controls.tsx';
import { Table, TextCell } from '../table.tsx';
import { Text } from '../text.tsx';
import { LiveDetails } from './live-details.tsx';

interface TableProps {
  /** The oldest first. */
  readonly calls: readonly LiveCall[];
  /** Whether the newest call stays in view. */
  readonly isFollowing: boolean;
}

const titles = ['State', 'Tool', 'Version', 'Protocol', 'Client', 'Caller', 'Time', 'Duration'];

/** A row for each call, the newest first. A row opens the details of its call. */
export function LiveTable({ calls, isFollowing }: TableProps): VNode {
  const scrollRef = useRef<HTMLDivElement>(null);
  const newest = calls.at(-1)?.number;
  useEffect(() => {
    if (isFollowing) scrollRef.current?.scrollTo({ top: 0 });
  }, [isFollowing, newest]);
  const longest = Math.max(1, ...calls.map(({ tookMs }) => tookMs ?? 0));
  return (
    <Table
      label="Calls"
      titles={titles}
      class="call-table"
      scrollRef={scrollRef}
      onKeyDown={(event) => moveFocus(event, '.row-button')}
    >
      {calls.toReversed().map((call) => (
        <LiveRow key={call.number} call={call} longest={longest} />
      ))}
    </Table>
  );
}

function LiveRow({ call, longest }: { readonly call: LiveCall; readonly longest: number }): VNode {
  const [isOpen, setOpen] = useState(false);
  const { tookMs, state, tool, version, protocol, client, caller, startedAt, isReplayed } = call;
  return (
    <tbody class="live-call" data-call={call.callId}>
      <tr class="live-row">
        <td>
          <StateBadge kind={state} />
        </td>
        <td>
          <Button class="row-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Text text={tool} maxLength={120} />
          </Button>
          {isReplayed && <span class="mark">replayed</span>}
        </td>
        <TextCell column="Version" text={version} maxLength={30} />
        <TextCell column="Protocol" text={protocol} maxLength={40} />
        <TextCell column="Client" text={client || '–'} maxLength={60} />
        <TextCell column="Caller" text={caller || '–'} maxLength={60} />
        <td class="col-time">{new Date(startedAt).toLocaleTimeString('en-GB')}</td>
        <td class="col-duration">
          <DurationBar tookMs={tookMs} longest={longest} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={titles.length} class="live-details">
            <LiveDetails call={call} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface BarProps {
  readonly tookMs: number | undefined;
  readonly longest: number;
}

function DurationBar({ tookMs, longest }: BarProps): VNode {
  if (tookMs === undefined) return <>–</>;
  return (
    <>
      <svg data-chart viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width={100} height={4} />
        <rect class="part" width={Math.max(1, (tookMs / longest) * 100)} height={4} />
      </svg>
      {formatMs(tookMs)}
    </>
  );
}
