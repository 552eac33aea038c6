import { sensitiveValues } from '@toolwire/log';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Answer, Message, Question, Run } from '../calls/run.ts';
import { wireTitles } from '../calls/start-run.ts';
import { Draft } from '../draft.ts';
import { type Json, prettyJson, textOf, writeJson } from '../json.ts';
import { createSecretFilter, type SecretFilter, secretsOfCall } from '../secrets.ts';
import { ArtifactView, ContentBlocks } from './content-view.tsx';
import { Field } from './field.tsx';
import { Code, Fold, statusText, Text } from './text.tsx';

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

/** The secrets of a call, its questions and its result, which are masked by default. */
export function secretsOfRun(run: Run): readonly string[] {
  const { call, answeredSecrets, answer } = run;
  return [
    ...secretsOfCall(call),
    ...answeredSecrets.value,
    ...sensitiveValues(call.tool.outputSchema, answer.value?.value),
  ].filter((text) => text !== '');
}

function statusOf(answer: Answer | undefined, run: Run): string {
  if (answer !== undefined) return statusText(answer.kind);
  const waits = run.questions.value.length > 0 || textOf(run.task.value, 'status') === 'input_required';
  return statusText(waits ? 'input_required' : 'running');
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
  filter,
  onAgain,
}: {
  readonly answer: Answer;
  readonly run: Run;
  readonly filter: SecretFilter;
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
      {answer.canRetry === true && <RetryButton afterMs={answer.retryAfterMs ?? 0} onAgain={onAgain} />}
      {artifact !== undefined && <ArtifactView {...artifact} credentials={run.call.credentials} />}
      {content !== undefined && <ContentBlocks blocks={content} />}
      {value !== undefined && (
        <Code
          text={typeof value === 'string' ? filter.text(value) : prettyValue(value, filter)}
          label={`Result over ${wireTitles[run.wire]}`}
        />
      )}
    </div>
  );
}

function prettyValue(value: Json, filter: SecretFilter): string {
  const text = writeJson(value) && writeJson(filter.value(value));
  return text === undefined ? 'This is nested too deeply to be shown; see the bytes below.' : prettyJson(text);
}

/** Offers a retry, when the server says that the call is retryable. */
function RetryButton({ afterMs, onAgain }: { readonly afterMs: number; readonly onAgain: () => void }): VNode {
  const [leftMs, setLeftMs] = useState(afterMs);
  useEffect(() => {
    const end = performance.now() + afterMs;
    const timer = setInterval(() => {
      const now = Math.max(0, end - performance.now());
      setLeftMs(now);
      if (now === 0) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [afterMs]);
  return (
    <p>
      <button type="button" onClick={onAgain}>
        {leftMs > 0 ? `Retry (in ${Math.ceil(leftMs)} ms)` : 'Retry'}
      </button>
    </p>
  );
}

/** A request for user input, as a form. */
function QuestionView({ question, wire }: { readonly question: Question; readonly wire: string }): VNode {
  const { schema, url, message } = question;
  const [draft] = useState(() => new Draft(schema ?? true));
  return (
    <form
      class="question"
      aria-label={`Input requested over ${wire}: ${question.key}`}
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

/** A link to a page of the web; any other URL is shown as text. */
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

function MessageView({ message, filter }: { readonly message: Message; readonly filter: SecretFilter }): VNode {
  const { method, url, headers, body, status, answerHeaders = [], answer, tookMs } = message;
  const sentHeaders = Object.entries(headers).map(
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
      <Code label="As sent" text={`${filter.text(sentHeaders.join('\n'))}\n\n${prettyJson(filter.text(body))}`} />
      <Code
        label="As received"
        text={`${answerHeaders.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${prettyJson(filter.text(answer))}`}
      />
    </div>
  );
}

function isCredential(name: string): boolean {
  return /authorization|key|token|cookie/i.test(name);
}
