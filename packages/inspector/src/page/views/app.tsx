import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { hasModifier } from '../focus.ts';
import { ServerError } from '../inspector-client.ts';
import type { Store } from '../store.ts';
import { toolKey } from '../tools.ts';
import { CommandPalette } from './command-palette.tsx';
import { Button } from './controls.tsx';
import { DurableView } from './durable-view.tsx';
import { HistoryView } from './history-view.tsx';
import { LiveView } from './live/live-view.tsx';
import { Banner, Empty, Loading } from './notices.tsx';
import { ToolView } from './tool/tool-view.tsx';
import { ToolList } from './tool-list.tsx';
import { TopBar } from './top-bar.tsx';

/** The whole page. */
export function App({ store }: { readonly store: Store }): VNode {
  useGlobalKeys(store);
  const isTools = store.tab.value === 'tools';
  return (
    <div class={store.isDrawerOpen.value ? 'drawer-open' : undefined}>
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
      <TopBar store={store} />
      <Button class="scrim" aria-label="Close the list of tools" onClick={() => (store.isDrawerOpen.value = false)} />
      <Problem store={store} />
      <div class={isTools ? 'columns' : undefined}>
        <ToolList store={store} />
        <main id="main" tabIndex={-1}>
          <CurrentView store={store} />
        </main>
      </div>
      {store.isPaletteOpen.value && <CommandPalette store={store} />}
    </div>
  );
}

/** Adds the keys that work everywhere: `/` searches the tools, Ctrl+K and ⌘K open the palette, Escape closes the drawer. */
function useGlobalKeys(store: Store): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        store.isPaletteOpen.value = true;
      } else if (key === 'Escape') store.isDrawerOpen.value = false;
      else if (key === '/' && !isTyping && !hasModifier(event)) {
        event.preventDefault();
        store.tab.value = 'tools';
        store.isDrawerOpen.value = true;
        // The view appears after the next render.
        requestAnimationFrame(() => document.querySelector<HTMLInputElement>('.search')?.focus());
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store]);
}

function Problem({ store }: { readonly store: Store }): VNode | null {
  const { value: problem } = store.problem;
  if (problem === undefined) return null;
  // After a restart of the server, only a new page has the new token. A reload would lose the credentials.
  const needsReload = problem instanceof ServerError && problem.status === 403 && store.credential.value === '';
  return (
    <Banner
      message={problem.message}
      action={needsReload ? 'Reload the page' : 'Load again'}
      onAct={() => (needsReload ? document.location.reload() : store.load())}
    />
  );
}

function CurrentView({ store }: { readonly store: Store }): VNode {
  switch (store.tab.value) {
    case 'tools':
      return <SelectedTool store={store} />;
    case 'live':
      return <LiveView store={store} />;
    case 'durable':
      return <DurableView store={store} />;
    case 'history':
      return <HistoryView store={store} />;
  }
}

function SelectedTool({ store }: { readonly store: Store }): VNode | null {
  const selected = useMemo(
    () => computed(() => store.tools.value.find((tool) => toolKey(tool) === store.selectedKey.value)),
    [store],
  );
  const tool = selected.value;
  if (tool !== undefined) return <ToolView store={store} tool={tool} key={toolKey(tool)} />;
  if (!store.isLoaded.value) return store.problem.value === undefined ? <Loading title="Loading the tools" /> : null;
  return (
    <Empty icon="bolt" title="No tools">
      <p>Add tools to your server, then load them again.</p>
      <Button class="main" onClick={() => store.load()} text="Load again" />
    </Empty>
  );
}
