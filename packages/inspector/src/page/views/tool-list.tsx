import { computed } from '@preact/signals';
import { Fragment, type VNode } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { moveFocus } from '../focus.ts';
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
  const query = store.query.value;
  const total = store.tools.value.length;
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
          value={query}
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
        {query !== '' && `${count} of `}
        {total === 1 ? '1 tool' : `${total} tools`}
      </p>
      {found.length === 0 && query !== '' && (
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
  /** Whether the list shows a later version of the tool above it. */
  readonly isOlder: boolean;
}

function Entry({ tool, store, isOlder }: EntryProps): VNode {
  const key = toolKey(tool);
  const isCurrent = useMemo(() => computed(() => store.selected.value === key), [store, key]);
  const button = useRef<HTMLButtonElement>(null);
  // The address, the palette and other views select tools that may be far down the list.
  useEffect(() => {
    if (isCurrent.value) scrollToMiddle(button.current);
  }, [isCurrent.value]);
  return (
    <li>
      <button
        ref={button}
        type="button"
        class={isOlder ? 'entry older' : 'entry'}
        aria-current={isCurrent.value ? 'true' : undefined}
        onClick={() => store.select(key)}
      >
        <span class="entry-name">
          <Name text={tool.id.slice(tool.id.indexOf('.') + 1)} /> <span class="hint">{tool.version}</span>
        </span>
        <TraitIcons tool={tool} />
      </button>
    </li>
  );
}

/** Scrolls only the list, and only if the entry is not in view. */
function scrollToMiddle(entry: HTMLElement | null): void {
  const list = entry?.closest('.tools');
  if (entry === null || list === null || list === undefined) return;
  const { top, bottom } = entry.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 2;
}

/** A name that breaks between its words: `CreateCalendarEntry`. */
function Name({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split(/(?<=[a-z\d])(?=[A-Z])/).map((word, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <Text text={word} most={80} />
        </Fragment>
      ))}
    </>
  );
}
