import type { VNode } from 'preact';
import type { Answer, Run } from '../../calls/run.ts';
import { wireTitles } from '../../calls/start-run.ts';
import { textOf } from '../../json.ts';
import { createSecretFilter, secretsOfRun } from '../../secrets.ts';
import { Fold, statusText, Text } from '../text.tsx';
import { AnswerView } from './answer-view.tsx';
import { MessageView } from './message-view.tsx';
import { ProgressLine, TaskLine } from './progress-line.tsx';
import { QuestionView } from './question-view.tsx';

/** A call over one protocol: its status, its result and its request log. */
export function RunView({
  run,
  areSecretsShown,
  onAgain,
}: {
  readonly run: Run;
  readonly areSecretsShown: boolean;
  readonly onAgain: () => void;
}): VNode {
  const answer = run.answer.value;
  const filter = createSecretFilter(areSecretsShown ? [] : secretsOfRun(run));
  return (
    <section class="run" data-wire={run.wire} data-kind={answer?.kind ?? 'running'} aria-label={wireTitles[run.wire]}>
      <header>
        <h3>{wireTitles[run.wire]}</h3>
        <span class={`badge ${answer?.kind ?? 'running'}`} role="status">
          {statusOf(answer, run)}
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
      {answer !== undefined && <AnswerView answer={answer} run={run} filter={filter} onAgain={onAgain} />}
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

function statusOf(answer: Answer | undefined, run: Run): string {
  if (answer !== undefined) return statusText(answer.kind);
  const waits = run.questions.value.length > 0 || textOf(run.task.value, 'status') === 'input_required';
  return statusText(waits ? 'input_required' : 'running');
}
