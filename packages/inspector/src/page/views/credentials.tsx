import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { problemOfCredentials } from '../requests.ts';
import type { Store } from '../store.ts';
import { Button } from './controls.tsx';
import { Icon } from './icon.tsx';
import { Alert } from './notices.tsx';

/** The credentials for the server. They are stored only while the page is open. */
export function Credentials({ store }: { readonly store: Store }): VNode {
  const nameId = useId();
  const valueId = useId();
  return (
    <details class="credentials">
      <summary>
        <Icon name="key" />
        <span>Credentials</span>
      </summary>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          store.load();
        }}
      >
        <label for={nameId}>Header</label>
        <input
          id={nameId}
          value={store.credentialName.value}
          onInput={(event) => (store.credentialName.value = event.currentTarget.value)}
        />
        <label for={valueId}>Value, for example Bearer …</label>
        <input
          id={valueId}
          type="password"
          autocomplete="off"
          value={store.credential.value}
          onInput={(event) => (store.credential.value = event.currentTarget.value)}
        />
        <Alert message={problemOfCredentials(store.credentials())} />
        <p class="hint">Stored only while this page is open.</p>
        <div class="row">
          <button type="submit" class="main">
            Use
          </button>
          <Button
            onClick={() => {
              store.credential.value = '';
              store.load();
            }}
            text="Clear"
          />
        </div>
      </form>
    </details>
  );
}
