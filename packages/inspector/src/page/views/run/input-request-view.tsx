import { isHttpUrl } from '@toolwire/internal';
import type { VNode } from 'preact';
import type { InputRequest } from '../../calls/run.ts';
import type { SecretFilter } from '../../secrets.ts';
import { Button } from '../controls.tsx';
import { Field } from '../field/field.tsx';
import { Text } from '../text.tsx';

interface InputRequestProps {
  readonly request: InputRequest;
  readonly protocolTitle: string;
  readonly filter: SecretFilter;
}

/** A request for user input, as a form. */
export function InputRequestView({ request, protocolTitle, filter }: InputRequestProps): VNode {
  const { key, schema, draft, url, message, respond } = request;
  return (
    <form
      class="input-request"
      aria-label={`Input requested over ${protocolTitle}: ${key}`}
      onSubmit={(event) => {
        event.preventDefault();
        respond({ action: 'accept', ...(schema !== undefined && { content: draft.value.value ?? {} }) });
      }}
    >
      <p>
        <Text text={filter.maskText(message)} />
      </p>
      {url !== undefined && <PageLink url={url} />}
      {schema !== undefined && (
        <Field
          schema={schema}
          root={schema}
          path=""
          label="Input"
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
        <Button onClick={() => respond({ action: 'decline' })} text="Decline" />
        <Button onClick={() => respond({ action: 'cancel' })} text="Dismiss" />
      </div>
    </form>
  );
}

/** A link to a web page. Other URLs are shown as text. */
function PageLink({ url }: { readonly url: string }): VNode {
  const text = <Text text={url} />;
  return (
    <p>
      {isHttpUrl(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}
