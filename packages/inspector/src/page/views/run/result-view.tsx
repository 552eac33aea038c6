import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type CallResult, contentOf, joinTexts } from '../../calls/call-result.ts';
import { protocolTitles } from '../../calls/protocols.ts';
import type { Run } from '../../calls/run.ts';
import { readFieldErrors } from '../../field-errors.ts';
import { focusFirstError } from '../../focus.ts';
import { type Json, wordOf } from '../../json.ts';
import type { SecretFilter } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import { ArtifactView } from '../artifact-view.tsx';
import { ContentBlocks } from '../content-blocks.tsx';
import { Button } from '../controls.tsx';
import { JsonView } from '../json/json-view.tsx';
import { isMarkdown, Markdown } from '../markdown.tsx';
import { Banner } from '../notices.tsx';
import { Code, Text } from '../text.tsx';

interface ResultViewProps {
  readonly result: CallResult;
  readonly run: Run;
  readonly filter: SecretFilter;
  readonly store: Store;
  /** The JSON pointers to the values that differ from another protocol. */
  readonly changed: readonly string[];
  readonly onRetry: () => void;
}

/** The result of a call, with its messages and its files. */
export function ResultView({ result, run, filter, store, changed, onRetry }: ResultViewProps): VNode {
  const { kind, message = '', developerMessage, advice, artifact, canRetry, retryAfterMs = 0 } = result;
  const { credentials } = run.call;
  const blocks = contentOf(result);
  const value = blocks === undefined ? result.value : joinTexts(blocks);
  return (
    <div class="result-body">
      {kind === 'broken' && <Banner message={filter.maskText(message)} action="Retry" onAct={onRetry} />}
      {kind !== 'broken' && message !== '' && (
        <p class="message">
          <Text text={filter.maskText(message)} maxLength={20_000} />
        </p>
      )}
      <ErrorCount result={result} />
      {developerMessage !== undefined && (
        <p class="hint">
          For developers: <Text text={filter.maskText(developerMessage)} />
        </p>
      )}
      {advice !== undefined && (
        <p class="hint">
          For the model: <Text text={filter.maskText(advice)} />
        </p>
      )}
      {canRetry === true && <RetryButton afterMs={retryAfterMs} onRetry={onRetry} />}
      {artifact === undefined ? (
        <ContentBlocks blocks={blocks ?? result.content ?? []} {...{ credentials, filter }} />
      ) : (
        <ArtifactView {...artifact} {...{ credentials, filter }} />
      )}
      {/* The card of a file shows its value completely. */}
      {value !== undefined && artifact === undefined && (
        <Value value={value} label={`Result over ${protocolTitles[run.protocol]}`} {...{ filter, store, changed }} />
      )}
    </div>
  );
}

/** The number of invalid fields, with a link to the first one. */
function ErrorCount({ result: { parameterErrors = {} } }: { readonly result: CallResult }): VNode | null {
  const { length: count } = readFieldErrors(parameterErrors);
  if (count === 0) return null;
  return (
    <Button class="error quiet" onClick={() => focusFirstError(document.querySelector('form.call'))}>
      {count === 1 ? '1 error in the form' : `${count} errors in the form`}
    </Button>
  );
}

interface ValueProps extends Pick<ResultViewProps, 'filter' | 'store' | 'changed'> {
  readonly value: Json;
  readonly label: string;
}

/** The value of a result: JSON, Markdown or text. */
function Value({ value, label, filter, store, changed }: ValueProps): VNode {
  const masked = useMemo(
    () => (typeof value === 'string' ? filter.maskText(value) : filter.maskValue(value)),
    [value, filter],
  );
  if (typeof masked === 'object' && masked !== null) return <JsonView value={masked} {...{ label, store, changed }} />;
  const text = wordOf(masked);
  if (isMarkdown(text)) return <Markdown {...{ text, label }} />;
  return <Code text={text} label={label} isJson={typeof value !== 'string'} />;
}

interface RetryProps {
  readonly afterMs: number;
  readonly onRetry: () => void;
}

/** A button for a retryable call, with the remaining delay that the server requests. */
function RetryButton({ afterMs, onRetry }: RetryProps): VNode {
  const [remainingMs, setRemainingMs] = useState(afterMs);
  useEffect(() => {
    const endsAt = performance.now() + afterMs;
    const timer = setInterval(() => {
      const ms = Math.max(0, endsAt - performance.now());
      setRemainingMs(ms);
      if (ms === 0) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [afterMs]);
  return (
    // A screen reader would read each step of the countdown.
    <p aria-live="off">
      <Button onClick={onRetry}>{remainingMs > 0 ? `Retry (in ${Math.ceil(remainingMs)} ms)` : 'Retry'}</Button>
    </p>
  );
}
