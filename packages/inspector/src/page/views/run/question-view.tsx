import { isPageUrl } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Question } from '../../calls/run.ts';
import { Draft } from '../../draft.ts';
import type { SecretFilter } from '../../secrets.ts';
import { Field } from '../field/field.tsx';
import { Text } from '../text.tsx';

interface QuestionProps {
  readonly question: Question;
  readonly wire: string;
  readonly filter: SecretFilter;
}

/** A request for user input, as a form. */
export function QuestionView({ question, wire, filter }: QuestionProps): VNode {
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
        <Text text={filter.text(message)} />
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
          errors={[]}
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
  return isPageUrl(url) ? (
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
