import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Run } from '../../calls/run.ts';
import { wireTitles } from '../../calls/start-run.ts';
import { textOf } from '../../json.ts';
import { createSecretFilter, secretsOfRun } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import { StateBadge } from '../badges.tsx';
import { Fold } from '../fold.tsx';
import { Text } from '../text.tsx';
import { AnswerView } from './answer-view.tsx';
import { MessageView } from './message-view.tsx';
import { ProgressLine, TaskLine } from './progress-line.tsx';
import { QuestionView } from './question-view.tsx';

interface RunProps {
  readonly run: Run;
  readonly store: Store;
  /** The JSON pointers to the values that differ from another protocol. */
  readonly changed: readonly string[];
  /** Whether a tab above names the protocol. */
  readonly isNamed: boolean;
  readonly onAgain: () => void;
}

/** A call over one protocol: its state, its result and its request log. */
export function RunView({ run, store, changed, isNamed, onAgain }: RunProps): VNode {
  const answer = run.answer.value;
  const areShown = store.areSecretsShown.value;
  const secrets = run.answeredSecrets.value;
  const hidden = useMemo(() => (areShown ? [] : secretsOfRun(run)), [run, answer, secrets, areShown]);
  const filter = useMemo(() => createSecretFilter(hidden), [hidden]);
  return (
    <section class="run" data-wire={run.wire} data-kind={stateOf(run)} aria-label={wireTitles[run.wire]}>
      <header>
        <span role="status">
          <StateBadge kind={stateOf(run)} />
        </span>
        <span class="hint">
          {[run.tookMs.value === undefined ? '' : formatMs(run.tookMs.value), isNamed ? '' : wireTitles[run.wire]]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
        {answer === undefined && (
          <button type="button" onClick={() => run.cancel()}>
            Cancel
          </button>
        )}
      </header>
      <TaskLine run={run} filter={filter} />
      <ProgressLine run={run} filter={filter} />
      {run.questions.value.map((question) => (
        <QuestionView question={question} wire={wireTitles[run.wire]} filter={filter} key={question.key} />
      ))}
      {answer !== undefined && (
        <AnswerView answer={answer} run={run} filter={filter} store={store} changed={changed} onAgain={onAgain} />
      )}
      {run.notes.value.length > 0 && (
        <details open>
          <summary>Log lines ({run.notes.value.length})</summary>
          <ol class="notes">
            {run.notes.value.map((note, index) => (
              <li key={index}>
                <span class="hint">
                  {note.atMs.toFixed(0)} ms {note.level}
                </span>{' '}
                <Text text={filter.text(note.text)} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <Fold title={`Request log (${run.messages.value.length})`}>
        {() =>
          run.messages.value.map((message) => (
            <MessageView message={message} secrets={hidden} credentials={run.call.credentials} key={message.number} />
          ))
        }
      </Fold>
    </section>
  );
}

/** The state of a run, which may wait for the user. */
export function stateOf(run: Run): string {
  const { value: answer } = run.answer;
  if (answer !== undefined) return answer.kind;
  const waits = run.questions.value.length > 0 || textOf(run.task.value, 'status') === 'input_required';
  return waits ? 'input_required' : 'running';
}
