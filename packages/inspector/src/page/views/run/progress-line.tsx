import type { VNode } from 'preact';
import type { Run } from '../../calls/run.ts';
import { textOf } from '../../json.ts';
import { Text } from '../text.tsx';

/** The state of the task of a call, if it has one. */
export function TaskLine({ run }: { readonly run: Run }): VNode | null {
  const task = run.task.value;
  if (task === undefined) return null;
  return (
    <p class="task">
      Task <Text text={textOf(task, 'taskId') ?? ''} />: {textOf(task, 'status')}
      {textOf(task, 'statusMessage') !== undefined && (
        <>
          {' '}
          · <Text text={textOf(task, 'statusMessage') ?? ''} />
        </>
      )}
    </p>
  );
}

/** The last progress that the tool reported. */
export function ProgressLine({ run }: { readonly run: Run }): VNode | null {
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
      {message !== undefined && <Text text={message} />}
    </p>
  );
}
