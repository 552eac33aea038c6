import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Answer, contentOf, type Run } from '../../calls/run.ts';
import { wireTitles } from '../../calls/start-run.ts';
import { readFieldErrors } from '../../field-errors.ts';
import { focusFirstError } from '../../focus.ts';
import { type Json, textOf } from '../../json.ts';
import type { SecretFilter } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import { ArtifactView, ContentBlocks } from '../content-view.tsx';
import { Banner } from '../empty.tsx';
import { Fold } from '../fold.tsx';
import { JsonView } from '../json/json-view.tsx';
import { isMarkdown, Markdown } from '../markdown.tsx';
import { Code, Text } from '../text.tsx';

interface AnswerProps {
  readonly answer: Answer;
  readonly run: Run;
  readonly filter: SecretFilter;
  readonly store: Store;
  /** The JSON pointers to the values that differ from another protocol. */
  readonly changed: readonly string[];
  readonly onAgain: () => void;
}

/** The result of a call, with its messages and its files. */
export function AnswerView({ answer, run, filter, store, changed, onAgain }: AnswerProps): VNode {
  const errors = readFieldErrors(answer.parameterErrors ?? {});
  // The card of a file shows its value completely.
  const isFile = answer.artifact !== undefined;
  const { message, developerMessage, advice, artifact } = answer;
  const blocks = contentOf(answer);
  const content = blocks ?? answer.content;
  const value = blocks === undefined ? answer.value : textOfBlocks(blocks);
  return (
    <div class="answer">
      {answer.kind === 'broken' && <Banner message={filter.text(message ?? '')} action="Retry" onAct={onAgain} />}
      {answer.kind !== 'broken' && message !== undefined && message !== '' && (
        <p class="message">
          <Text text={filter.text(message)} most={20_000} />
        </p>
      )}
      {errors.length > 0 && (
        <button type="button" class="error quiet" onClick={() => focusFirstError(document.querySelector('form.call'))}>
          {errors.length === 1 ? '1 error in the form' : `${errors.length} errors in the form`}
        </button>
      )}
      {developerMessage !== undefined && (
        <p class="hint">
          For developers: <Text text={filter.text(developerMessage)} />
        </p>
      )}
      {advice !== undefined && (
        <p class="hint">
          For the model: <Text text={filter.text(advice)} />
        </p>
      )}
      {answer.canRetry === true && <RetryButton afterMs={answer.retryAfterMs ?? 0} onAgain={onAgain} />}
      {artifact !== undefined && <ArtifactView {...artifact} credentials={run.call.credentials} filter={filter} />}
      {content !== undefined && <ContentBlocks blocks={content} filter={filter} />}
      {value !== undefined && !isFile && (
        <Value value={value} label={`Result over ${wireTitles[run.wire]}`} {...{ filter, store, changed }} />
      )}
    </div>
  );
}

/** The text of content; `undefined` if it has none. */
function textOfBlocks(blocks: readonly Json[]): string | undefined {
  const texts = blocks.flatMap((block) => textOf(block, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('\n');
}

interface ValueProps extends Pick<AnswerProps, 'filter' | 'store' | 'changed'> {
  readonly value: Json;
  readonly label: string;
}

/** The value of a result: JSON, Markdown or text. */
function Value({ value, label, filter, store, changed }: ValueProps): VNode {
  const shown = useMemo(
    () => (typeof value === 'string' ? filter.text(value) : filter.hides ? filter.value(value) : value),
    [value, filter],
  );
  if (typeof shown === 'object' && shown !== null) return <JsonView value={shown} {...{ label, store, changed }} />;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  const code = <Code text={text} label={label} isJson={typeof value !== 'string'} />;
  if (!isMarkdown(text)) return code;
  return (
    <>
      <Markdown text={text} />
      <Fold title="As text">{() => code}</Fold>
    </>
  );
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
