import type { VNode } from 'preact';
import { stateText } from '../../call-state.ts';
import type { Run } from '../../calls/run.ts';
import { textOf } from '../../json.ts';
import type { SecretFilter } from '../../secrets.ts';
import { Text } from '../text.tsx';

interface LineProps {
  readonly run: Run;
  readonly filter: SecretFilter;
}

/** The state of the task of a call, if it has one. */
export function TaskLine({ run, filter }: LineProps): VNode | null {
  const task = run.task.value;
  if (task === undefined) return null;
  const message = textOf(task, 'statusMessage');
  return (
    <p class="task">
      Task <Text text={textOf(task, 'taskId') ?? ''} />:{' '}
      {stateText(run.result.value?.kind ?? textOf(task, 'status') ?? '')}
      {message !== undefined && (
        <>
          {' '}
          · <Text text={filter.maskText(message)} />
        </>
      )}
    </p>
  );
}

/** The last progress that the tool reported. */
export function ProgressLine({ run, filter }: LineProps): VNode | null {
  const progress = run.progress.value;
  if (progress === undefined) return null;
  const { done, total, message } = progress;
  return (
    <p class="progress">
      <progress value={done} {...(total !== undefined && { max: total })} aria-label="Progress of the tool" />
      <span>
        {done}
        {total !== undefined && ` of ${total}`}
      </span>
      {message !== undefined && <Text text={filter.maskText(message)} />}
    </p>
  );
}
