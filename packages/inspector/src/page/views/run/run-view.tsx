import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { stateOfRun, stateText } from '../../call-state.ts';
import { protocolTitles } from '../../calls/protocols.ts';
import type { LogEntry, LoggedRequest, Run } from '../../calls/run.ts';
import { prettyJson, textOf } from '../../json.ts';
import { maskRequest } from '../../mask-request.ts';
import type { Credentials } from '../../requests.ts';
import { createSecretFilter, type SecretFilter, secretsOfRun } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import { StateBadge } from '../badges.tsx';
import { Button, Fold } from '../controls.tsx';
import { Code, Text } from '../text.tsx';
import { InputRequestView } from './input-request-view.tsx';
import { ResultView } from './result-view.tsx';

interface RunProps {
  readonly run: Run;
  readonly store: Store;
  /** The JSON pointers to the values that differ from another protocol. */
  readonly changed: readonly string[];
  /** Whether a tab above names the protocol. */
  readonly isNamed: boolean;
  readonly onRetry: () => void;
}

/** A call over one protocol: its state, its result and its request log. */
export function RunView({ run, store, changed, isNamed, onRetry }: RunProps): VNode {
  const result = run.result.value;
  const tookMs = run.tookMs.value;
  const title = protocolTitles[run.protocol];
  const state = stateOfRun(run);
  const areShown = store.areSecretsShown.value;
  const enteredSecrets = run.enteredSecrets.value;
  const secrets = useMemo(() => (areShown ? [] : secretsOfRun(run)), [run, result, enteredSecrets, areShown]);
  const filter = useMemo(() => createSecretFilter(secrets), [secrets]);
  return (
    <section class="run" data-protocol={run.protocol} data-kind={state} aria-label={title}>
      <header>
        <span role="status">
          <StateBadge kind={state} />
        </span>
        <span class="hint">
          {tookMs !== undefined && formatMs(tookMs)}
          {tookMs !== undefined && !isNamed && ' · '}
          {!isNamed && title}
        </span>
        {result === undefined && <Button onClick={() => run.cancel()} text="Cancel" />}
      </header>
      <TaskLine run={run} filter={filter} />
      <ProgressLine run={run} filter={filter} />
      {run.inputRequests.value.map((request) => (
        <InputRequestView request={request} protocolTitle={title} filter={filter} key={request.key} />
      ))}
      {result !== undefined && <ResultView {...{ result, run, filter, store, changed, onRetry }} />}
      <LogLines run={run} filter={filter} />
      <Fold title={logTitle('Request log', run.requests.value)}>
        {() =>
          run.requests.value.map((request) => (
            <LoggedRequestView
              request={request}
              secrets={secrets}
              credentials={run.call.credentials}
              key={request.number}
            />
          ))
        }
      </Fold>
    </section>
  );
}

/** Returns the title of a log, with the number of its entries. */
export function logTitle(title: string, entries: readonly LogEntry[]): string {
  const { length: count } = entries;
  const { number: total = 0 } = entries.at(-1) ?? {};
  return `${title} (${total > count ? `newest ${count} of ${total.toLocaleString('en')}` : count})`;
}

function LogLines({ run, filter }: { readonly run: Run; readonly filter: SecretFilter }): VNode | null {
  const lines = run.logLines.value;
  if (lines.length === 0) return null;
  return (
    <details open>
      <summary>{logTitle('Log lines', lines)}</summary>
      <ol class="log-lines">
        {lines.map(({ number, atMs, level, text }) => (
          <li key={number}>
            <span class="hint">
              {atMs.toFixed(0)} ms {level}
            </span>{' '}
            <Text text={filter.maskText(text)} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface LoggedRequestProps {
  readonly request: LoggedRequest;
  /** The secrets to mask; none while the user reveals them. */
  readonly secrets: readonly string[];
  readonly credentials: Credentials;
}

/** A request and its response in the request log, without secrets. */
function LoggedRequestView({ request, secrets, credentials }: LoggedRequestProps): VNode {
  const { method, requestBody, status, responseBody, tookMs } = request;
  const masked = maskRequest(request, secrets, credentials);
  return (
    <div class="logged-request">
      <h4>
        {method} <Text text={masked.url} /> {status !== undefined && `→ ${status}`}{' '}
        <span class="hint">
          {new Blob([requestBody]).size} bytes sent, {new Blob([responseBody]).size} received
          {tookMs !== undefined && `, ${formatMs(tookMs)}`}
        </span>
      </h4>
      <Code label="As sent" text={`${masked.requestHeaders}\n\n${prettyJson(masked.requestBody)}`} />
      <Code label="As received" text={`${masked.responseHeaders}\n\n${prettyJson(masked.responseBody)}`} />
    </div>
  );
}

interface LineProps {
  readonly run: Run;
  readonly filter: SecretFilter;
}

/** The state of the task of a call, if it has one. */
function TaskLine({ run, filter }: LineProps): VNode | null {
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
function ProgressLine({ run, filter }: LineProps): VNode | null {
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
