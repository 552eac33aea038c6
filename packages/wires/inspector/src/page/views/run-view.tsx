import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Answer, Message, Question, Run } from '../calls/run.ts';
import { wireTitles } from '../calls/start-run.ts';
import { Draft } from '../draft.ts';
import { prettyJson, textOf, writeJson } from '../json.ts';
import { ArtifactView, ContentBlocks } from './content-view.tsx';
import { Field } from './field.tsx';
import { Fold } from './fold.tsx';
import { Code, Text } from './text.tsx';

/** A call over one wire: what it came to, and everything on the way. */
export function RunView({ run, onAgain }: { readonly run: Run; readonly onAgain: () => void }): VNode {
  const answer = run.answer.value;
  return (
    <section class="run" data-wire={run.wire} data-kind={answer?.kind ?? 'running'} aria-label={wireTitles[run.wire]}>
      <header>
        <h3>{wireTitles[run.wire]}</h3>
        <span class={`badge ${answer?.kind ?? 'running'}`} role="status">
          {outcomeWords(answer, run)}
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
      {answer !== undefined && <AnswerView answer={answer} run={run} onAgain={onAgain} />}
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
      <Fold
        title={`${run.messages.value.length} ${run.messages.value.length === 1 ? 'request' : 'requests'}, as sent and received`}
      >
        {() => run.messages.value.map((message, index) => <MessageView message={message} key={index} />)}
      </Fold>
    </section>
  );
}

function outcomeWords(answer: Answer | undefined, run: Run): string {
  if (answer !== undefined) return answer.kind;
  if (run.questions.value.length > 0) return 'asks';
  return run.task.value === undefined ? 'running' : `task ${textOf(run.task.value, 'status') ?? ''}`;
}

function TaskLine({ run }: { readonly run: Run }): VNode | null {
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

function ProgressLine({ run }: { readonly run: Run }): VNode | null {
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

function AnswerView({
  answer,
  run,
  onAgain,
}: {
  readonly answer: Answer;
  readonly run: Run;
  readonly onAgain: () => void;
}): VNode {
  const { message, developerMessage, advice, value, content, artifact } = answer;
  return (
    <div class="answer">
      {message !== undefined && message !== '' && (
        <p class="message">
          <Text text={message} most={20_000} />
        </p>
      )}
      {developerMessage !== undefined && (
        <p class="hint">
          For developers: <Text text={developerMessage} />
        </p>
      )}
      {advice !== undefined && (
        <p class="hint">
          For the model: <Text text={advice} />
        </p>
      )}
      {answer.canRetry === true && <Again afterMs={answer.retryAfterMs ?? 0} onAgain={onAgain} />}
      {artifact !== undefined && <ArtifactView {...artifact} credentials={run.call.credentials} />}
      {content !== undefined && <ContentBlocks blocks={content} />}
      {value !== undefined && (
        <Code
          text={typeof value === 'string' ? value : prettyValue(value)}
          label={`Result over ${wireTitles[run.wire]}`}
        />
      )}
    </div>
  );
}

function prettyValue(value: object | number | boolean | null): string {
  const text = writeJson(value);
  return text === undefined ? 'This is nested too deeply to be shown; see the bytes below.' : prettyJson(text);
}

/** Offers to try again, when the server has said that it may help. */
function Again({ afterMs, onAgain }: { readonly afterMs: number; readonly onAgain: () => void }): VNode {
  const [left, setLeft] = useState(afterMs);
  useEffect(() => {
    const end = performance.now() + afterMs;
    const timer = setInterval(() => {
      const now = Math.max(0, end - performance.now());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [afterMs]);
  return (
    <p>
      <button type="button" onClick={onAgain}>
        {left > 0 ? `Try again (in ${Math.ceil(left)} ms it may help)` : 'Try again'}
      </button>
    </p>
  );
}

/** A question of the tool, as a form. */
function QuestionView({ question, wire }: { readonly question: Question; readonly wire: string }): VNode {
  const { schema, url, message } = question;
  const [draft] = useState(() => new Draft(schema ?? true));
  return (
    <form
      class="question"
      aria-label={`The tool asks over ${wire}: ${question.key}`}
      onSubmit={(event) => {
        event.preventDefault();
        question.answer({ action: 'accept', ...(schema !== undefined && { content: draft.value.value ?? {} }) });
      }}
    >
      <p>
        <Text text={message} />
      </p>
      {url !== undefined && <PageLink url={url} />}
      {schema !== undefined && (
        <Field
          schema={schema}
          root={schema}
          path=""
          label="Answer"
          value={draft.value.value}
          isRequired
          onChange={(value) => draft.setValue(value)}
        />
      )}
      <div class="row">
        <button type="submit" class="main">
          Accept
        </button>
        <button type="button" onClick={() => question.answer({ action: 'decline' })}>
          Decline
        </button>
        <button type="button" onClick={() => question.answer({ action: 'cancel' })}>
          Dismiss
        </button>
      </div>
    </form>
  );
}

/** A link to a page of the web; any other address is shown as text. */
function PageLink({ url }: { readonly url: string }): VNode {
  return /^https?:\/\//i.test(url) ? (
    <p>
      <a href={url} target="_blank" rel="noopener noreferrer">
        <Text text={url} />
      </a>
    </p>
  ) : (
    <p>
      <Text text={url} />
    </p>
  );
}

function MessageView({ message }: { readonly message: Message }): VNode {
  const { method, url, headers, body, status, answerHeaders = [], answer, tookMs } = message;
  const sent = Object.entries(headers).map(
    ([name, value]) => `${name}: ${isCredential(name) ? '[your credentials]' : value}`,
  );
  return (
    <div class="message-pair">
      <h4>
        {method} <Text text={url} /> {status !== undefined && `→ ${status}`}{' '}
        <span class="hint">
          {new Blob([body]).size} bytes sent, {new Blob([answer]).size} received
          {tookMs !== undefined && `, ${tookMs.toFixed(1)} ms`}
        </span>
      </h4>
      <Code label="As sent" text={`${sent.join('\n')}\n\n${prettyJson(body)}`} />
      <Code
        label="As received"
        text={`${answerHeaders.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${prettyJson(answer)}`}
      />
    </div>
  );
}

function isCredential(name: string): boolean {
  return /authorization|key|token|cookie/i.test(name);
}
