import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Run } from '../../calls/run.ts';
import { wireTitles } from '../../calls/start-run.ts';
import { textOf } from '../../json.ts';
import { createSecretFilter, secretsOfRun } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import { StateBadge } from '../state-badge.tsx';
import { Fold, Text } from '../text.tsx';
import { AnswerView } from './answer-view.tsx';
import { MessageView } from './message-view.tsx';
import { ProgressLine, TaskLine } from './progress-line.tsx';
import { QuestionView } from './question-view.tsx';

interface RunProps {
  readonly run: Run;
  readonly store: Store;
  /** The JSON pointers to the values that differ from another protocol. */
  readonly changed: readonly string[];
  readonly onAgain: () => void;
}

/** A call over one protocol: its state, its result and its request log. */
export function RunView({ run, store, changed, onAgain }: RunProps): VNode {
  const answer = run.answer.value;
  const areShown = store.areSecretsShown.value;
  const secrets = run.answeredSecrets.value;
  const filter = useMemo(() => createSecretFilter(areShown ? [] : secretsOfRun(run)), [run, answer, secrets, areShown]);
  return (
    <section class="run" data-wire={run.wire} data-kind={answer?.kind ?? 'running'} aria-label={wireTitles[run.wire]}>
      <header>
        <span role="status">
          <StateBadge kind={stateOf(run)} />
        </span>
        {run.tookMs.value !== undefined && <span class="hint">{run.tookMs.value.toFixed(1)} ms</span>}
        {answer === undefined && (
          <button type="button" onClick={() => run.cancel()}>
            Cancel
          </button>
        )}
      </header>
      <TaskLine run={run} />
      <ProgressLine run={run} />
      {run.questions.value.map((question) => (
        <QuestionView question={question} wire={wireTitles[run.wire]} key={question.key} />
      ))}
      {answer !== undefined && (
        <AnswerView answer={answer} run={run} filter={filter} store={store} changed={changed} onAgain={onAgain} />
      )}
      {run.notes.value.length > 0 && (
        <details open>
          <summary>{run.notes.value.length} log lines</summary>
          <ol class="notes">
            {run.notes.value.map((note, index) => (
              <li key={index}>
                <span class="hint">
                  {note.atMs.toFixed(0)} ms {note.level}
                </span>{' '}
                <Text text={note.text} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <Fold title={`Request log (${run.messages.value.length})`}>
        {() =>
          run.messages.value.map((message, index) => <MessageView message={message} filter={filter} key={index} />)
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
