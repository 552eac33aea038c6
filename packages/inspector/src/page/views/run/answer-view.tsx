import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Answer, Run } from '../../calls/run.ts';
import { wireTitles } from '../../calls/start-run.ts';
import { readFieldErrors } from '../../field-errors.ts';
import { type Json, prettyJson, writeJson } from '../../json.ts';
import type { SecretFilter } from '../../secrets.ts';
import { ArtifactView, ContentBlocks } from '../content-view.tsx';
import { Code, Text } from '../text.tsx';

/** The result of a call, with its messages and its files. */
export function AnswerView({
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
  const errors = readFieldErrors(answer.parameterErrors ?? {});
  const { message, developerMessage, advice, value, content, artifact } = answer;
  return (
    <div class="answer">
      {message !== undefined && message !== '' && (
        <p class="message">
          <Text text={message} most={20_000} />
        </p>
      )}
      {errors.length > 0 && (
        <p class="error">{errors.length === 1 ? '1 error in the form' : `${errors.length} errors in the form`}</p>
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
