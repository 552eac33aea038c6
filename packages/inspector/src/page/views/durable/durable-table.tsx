import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { hasEnded, stateOfTask } from '../../call-state.ts';
import type { DurableTask } from '../../read-tasks.ts';
import { StateBadge } from '../badges.tsx';
import { Button } from '../button.tsx';
import { Table, TextCell } from '../table.tsx';
import { Text } from '../text.tsx';

interface TableProps {
  readonly tasks: readonly DurableTask[];
  readonly onChange: (task: DurableTask, action: 'cancel' | 'retry') => void;
}

const titles = ['State', 'Tool', 'Caller', 'Attempts', 'Age', 'Removed in', 'Progress', 'Actions'];

/** A row for each durable call. */
export function DurableTable({ tasks, onChange }: TableProps): VNode {
  const now = Date.now();
  return (
    <Table label="Durable calls" titles={titles} class="live-table">
      <tbody>
        {tasks.map((task) => (
          <DurableRow key={task.id} task={task} now={now} onChange={onChange} />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps extends Pick<TableProps, 'onChange'> {
  readonly task: DurableTask;
  readonly now: number;
}

function DurableRow({ task, now, onChange }: RowProps): VNode {
  const { toolId, toolVersion, owner, attempts, createdAt, ttlMs, retrySafe } = task;
  return (
    <tr data-task={task.id}>
      <td>
        <StateBadge kind={stateOfTask(task)} />
      </td>
      <td>
        <b>
          <Text text={toolId} most={120} />
        </b>{' '}
        <span class="hint">
          <Text text={toolVersion} most={30} />
        </span>
      </td>
      <TextCell column="Caller" text={owner ?? '–'} most={80} />
      <td class="col-attempts">
        {attempts}
        {!retrySafe && !hasEnded(task) && <span class="hint"> not repeated after a crash</span>}
      </td>
      <td class="col-age">{formatMs(Math.max(0, now - createdAt))}</td>
      <td class="col-removed-in">{formatMs(Math.max(0, createdAt + ttlMs - now))}</td>
      <TextCell column="Progress" text={progressOf(task)} most={200} />
      <td>
        {hasEnded(task) ? (
          <Button onClick={() => onChange(task, 'retry')} text="Run again" />
        ) : (
          <Button onClick={() => onChange(task, 'cancel')} text="Cancel" />
        )}
      </td>
    </tr>
  );
}

function progressOf({ message, lacksToolSince, attempts, status }: DurableTask): string {
  if (lacksToolSince !== undefined) return 'Waits for a worker with this version';
  if (message !== undefined) return message;
  return status === 'working' && attempts === 0 ? 'Waits for a worker' : '';
}
