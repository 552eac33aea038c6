import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import type { Store, Tab } from '../store.ts';
import { toolKey } from '../tool.ts';
import { HistoryView } from './history-view.tsx';
import { LiveView } from './live-view.tsx';
import { Text } from './text.tsx';
import { ToolView } from './tool/tool-view.tsx';
import { ToolList } from './tool-list.tsx';

const tabs: readonly (readonly [Tab, string])[] = [
  ['tools', 'Tools'],
  ['live', 'Live'],
  ['history', 'History'],
];

/** The whole page. */
export function App({ store }: { readonly store: Store }): VNode {
  useEffect(() => {
    const toSearch = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('.search')?.focus();
    };
    document.addEventListener('keydown', toSearch);
    return () => document.removeEventListener('keydown', toSearch);
  }, []);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="top">
        <h1>Inspector</h1>
        <div class="tabs" role="group" aria-label="Views">
          {tabs.map(([tab, title]) => (
            <button
              type="button"
              key={tab}
              aria-pressed={store.tab.value === tab}
              onClick={() => {
                store.tab.value = tab;
              }}
            >
              {title}
            </button>
          ))}
        </div>
        <Credentials store={store} />
        <Theme />
      </header>
      {store.problem.value !== '' && (
        <p class="error banner" role="alert">
          <Text text={store.problem.value} />
        </p>
      )}
      {store.tab.value === 'tools' && (
        <div class="columns">
          <ToolList store={store} />
          <main id="main" tabIndex={-1}>
            <Selected store={store} />
          </main>
        </div>
      )}
      {store.tab.value !== 'tools' && (
        <main id="main" tabIndex={-1}>
          {store.tab.value === 'live' ? <LiveView store={store} /> : <HistoryView store={store} />}
        </main>
      )}
    </>
  );
}

function Selected({ store }: { readonly store: Store }): VNode | null {
  const tool = useMemo(
    () => computed(() => store.tools.value.find((one) => toolKey(one) === store.selected.value)),
    [store],
  );
  return tool.value === undefined ? (
    <p class="hint">No tools. Add tools to your server, then reload this page.</p>
  ) : (
    <ToolView store={store} tool={tool.value} key={toolKey(tool.value)} />
  );
}

/** The credentials for the server. They are stored only while the page is open. */
function Credentials({ store }: { readonly store: Store }): VNode {
  const nameId = useId();
  const valueId = useId();
  return (
    <details class="credentials">
      <summary>Credentials</summary>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          store.load().catch(() => undefined);
        }}
      >
        <label for={nameId}>Header</label>
        <input
          id={nameId}
          value={store.credentialName.value}
          onInput={(event) => {
            store.credentialName.value = event.currentTarget.value;
          }}
        />
        <label for={valueId}>Value, for example Bearer …</label>
        <input
          id={valueId}
          type="password"
          autocomplete="off"
          value={store.credential.value}
          onInput={(event) => {
            store.credential.value = event.currentTarget.value;
          }}
        />
        <button type="submit">Use</button>
      </form>
    </details>
  );
}

/** The color theme: the system's, unless the user chooses one. */
function Theme(): VNode {
  const [theme, setTheme] = useState('');
  const id = useId();
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <span class="theme">
      <label for={id}>Theme</label>
      <select id={id} value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
        <option value="">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </span>
  );
}
