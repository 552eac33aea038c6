import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { moveFocus } from '../move-focus.ts';
import { groupsOf } from '../search-tools.ts';
import type { Store } from '../store.ts';
import { type ToolState, toolKey } from '../tool.ts';
import { Icon } from './icon.tsx';
import { Text } from './text.tsx';
import { TraitIcons } from './traits.tsx';

/** All tools, by their toolkits, and the field that searches them. The arrow keys move from one to the next. */
export function ToolList({ store }: { readonly store: Store }): VNode {
  const id = useId();
  const groups = useMemo(() => computed(() => groupsOf(store.tools.value, store.query.value)), [store]);
  const found = groups.value;
  const count = found.reduce((sum, [, tools]) => sum + tools.length, 0);
  return (
    <nav
      class="tools"
      aria-label="Tools"
      hidden={store.tab.value !== 'tools'}
      onKeyDown={(event) => moveFocus(event, '.search, .entry')}
    >
      <label for={id} class="unseen">
        Search
      </label>
      <div class="search-box">
        <Icon name="search" />
        <input
          id={id}
          type="search"
          class="search"
          value={store.query.value}
          placeholder="Search tools, press /"
          onInput={(event) => {
            store.query.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            const [[, [first]] = ['', []]] = found;
            if (event.key === 'Enter' && first !== undefined) store.select(toolKey(first));
          }}
        />
      </div>
      <p class="hint" role="status">
        {count} of {store.tools.value.length} tools
      </p>
      {found.length === 0 && store.isLoaded.value && (
        <button type="button" class="quiet" onClick={() => (store.query.value = '')}>
          Clear the search
        </button>
      )}
      {found.map(([toolkit, tools]) => (
        <Group key={toolkit} toolkit={toolkit} tools={tools} store={store} />
      ))}
    </nav>
  );
}

interface GroupProps {
  readonly toolkit: string;
  readonly tools: readonly ToolState[];
  readonly store: Store;
}

function Group({ toolkit, tools, store }: GroupProps): VNode {
  return (
    <section>
      <h2>
        <Text text={toolkit} most={80} />
      </h2>
      <ul>
        {tools.map((tool, index) => (
          <Entry key={toolKey(tool)} tool={tool} store={store} isOlder={tools[index - 1]?.id === tool.id} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  readonly tool: ToolState;
  readonly store: Store;
  /** Whether a later version of the tool stands above it. */
  readonly isOlder: boolean;
}

function Entry({ tool, store, isOlder }: EntryProps): VNode {
  const key = toolKey(tool);
  const isCurrent = useMemo(() => computed(() => store.selected.value === key), [store, key]);
  return (
    <li>
      <button
        type="button"
        class={isOlder ? 'entry older' : 'entry'}
        aria-current={isCurrent.value ? 'true' : undefined}
        onClick={() => store.select(key)}
      >
        <span class="entry-name">
          <Text text={tool.id.slice(tool.id.indexOf('.') + 1)} most={80} /> <span class="hint">{tool.version}</span>
        </span>
        <TraitIcons tool={tool} />
      </button>
    </li>
  );
}
