import type { VNode } from 'preact';
import { useId, useLayoutEffect } from 'preact/hooks';
import { moveFocus } from '../focus.ts';
import { tabs } from '../navigation.ts';
import type { Store } from '../store.ts';
import { Button } from './controls.tsx';
import { Credentials } from './credentials.tsx';
import { Icon } from './icon.tsx';
import { Text } from './text.tsx';

/** The server, the views of the page, and the settings of all views. */
export function TopBar({ store }: { readonly store: Store }): VNode {
  return (
    <header class="top">
      <Button
        class="drawer-button"
        aria-label="List of tools"
        aria-expanded={store.isDrawerOpen.value}
        onClick={() => (store.isDrawerOpen.value = !store.isDrawerOpen.value)}
      >
        <Icon name="menu" />
      </Button>
      <ServerName store={store} />
      <nav class="tab-bar" aria-label="Views" onKeyDown={(event) => moveFocus(event, 'button')}>
        {tabs.map(([tab, title]) => (
          <Button key={tab} aria-pressed={store.tab.value === tab} onClick={() => (store.tab.value = tab)}>
            {title}
            {tab === 'live' && <NewCalls store={store} />}
          </Button>
        ))}
      </nav>
      <div class="end">
        <Clients store={store} />
        <Button class="bare" aria-keyshortcuts="Control+K Meta+K" onClick={() => (store.isPaletteOpen.value = true)}>
          <Icon name="search" />
          <span class="wide">Search everything</span> <kbd class="wide">Ctrl K</kbd>
          <span class="visually-hidden">Open the command palette</span>
        </Button>
        <Credentials store={store} />
        <Theme store={store} />
      </div>
    </header>
  );
}

function ServerName({ store }: { readonly store: Store }): VNode {
  const info = store.info.value;
  return (
    <div class="brand">
      <Icon name="logo" />
      <div>
        <h1>
          <span class="visually-hidden">Inspector: </span>
          <Text text={info?.name ?? 'Tool server'} maxLength={60} />{' '}
          {info !== undefined && (
            <span class="hint">
              <Text text={info.version} maxLength={30} />
            </span>
          )}
        </h1>
        <p>
          <span class="address">
            {document.location.host}
            {store.client.base}
          </span>
          <HealthState store={store} />
        </p>
      </div>
    </div>
  );
}

function Clients({ store }: { readonly store: Store }): VNode | null {
  const { length: count } = store.live.clients.value;
  if (count === 0) return null;
  return (
    <span class="clients" title="Programs that have called since this page was opened">
      {count === 1 ? '1 client' : `${count} clients`}
    </span>
  );
}

function HealthState({ store }: { readonly store: Store }): VNode {
  const [state, text] = describeHealth(store);
  return (
    <span class={`health ${state}`} role="status">
      <Text text={text} maxLength={100} />
    </span>
  );
}

function describeHealth({ health: { value: health }, live }: Store): readonly [state: string, text: string] {
  if (live.status.value === 'lost') return ['unhealthy', 'Not connected'];
  if (health === undefined) return ['unknown', 'Health unknown'];
  return health.isHealthy ? ['healthy', 'Healthy'] : ['unhealthy', health.reason ?? 'Unhealthy'];
}

function NewCalls({ store }: { readonly store: Store }): VNode | null {
  const count = store.tab.value === 'live' ? 0 : store.live.unseenCalls.value;
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span class="count">{count > 99 ? '99+' : count}</span>
      <span class="visually-hidden"> new calls</span>
    </>
  );
}

/** The color theme: the system's, unless the user chooses one. */
function Theme({ store: { theme } }: { readonly store: Store }): VNode {
  const id = useId();
  // A layout effect, because the first frame would be in the theme of the system.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme.value;
  }, [theme.value]);
  return (
    <span class="theme">
      <label for={id} class="visually-hidden">
        Theme
      </label>
      <select id={id} value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value)}>
        <option value="">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </span>
  );
}
