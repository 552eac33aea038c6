import { computed } from '@preact/signals';
import { Fragment, type VNode } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import type { ToolState } from '../../server-state.ts';
import { moveFocus } from '../focus.ts';
import type { Store } from '../store.ts';
import { groupTools, toolKey } from '../tools.ts';
import { Button } from './controls.tsx';
import { Icon } from './icon.tsx';
import { Text } from './text.tsx';
import { TraitIcons } from './traits.tsx';

/** All tools by their toolkits, with a search. The arrow keys move between them. */
export function ToolList({ store }: { readonly store: Store }): VNode {
  const id = useId();
  const groups = useMemo(() => computed(() => groupTools(store.tools.value, store.query.value)), [store]);
  const toolkits = groups.value;
  const query = store.query.value;
  const total = store.tools.value.length;
  const matchingTools = toolkits.flatMap(([, tools]) => tools);
  return (
    <nav
      class="tools"
      aria-label="Tools"
      hidden={store.tab.value !== 'tools'}
      onKeyDown={(event) => moveFocus(event, '.search, .entry')}
    >
      <label for={id} class="visually-hidden">
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
          onInput={(event) => (store.query.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = matchingTools;
            if (event.key === 'Enter' && !event.isComposing && first !== undefined) store.select(toolKey(first));
          }}
        />
      </div>
      <p class="hint" role="status">
        {query !== '' && `${matchingTools.length} of `}
        {total === 1 ? '1 tool' : `${total} tools`}
      </p>
      {matchingTools.length === 0 && query !== '' && (
        <Button class="quiet" onClick={() => (store.query.value = '')} text="Clear the search" />
      )}
      {toolkits.map(([toolkit, tools]) => (
        <Toolkit key={toolkit} toolkit={toolkit} tools={tools} store={store} />
      ))}
    </nav>
  );
}

interface ToolkitProps {
  readonly toolkit: string;
  readonly tools: readonly ToolState[];
  readonly store: Store;
}

function Toolkit({ toolkit, tools, store }: ToolkitProps): VNode {
  return (
    <section>
      <h2>
        <Text text={toolkit} maxLength={80} />
      </h2>
      <ul>
        {tools.map((tool, index) => (
          <ToolEntry key={toolKey(tool)} tool={tool} store={store} isOlder={tools[index - 1]?.id === tool.id} />
        ))}
      </ul>
    </section>
  );
}

interface ToolEntryProps {
  readonly tool: ToolState;
  readonly store: Store;
  /** Whether the list shows a later version of the tool above it. */
  readonly isOlder: boolean;
}

function ToolEntry({ tool, store, isOlder }: ToolEntryProps): VNode {
  const key = toolKey(tool);
  const isCurrent = useMemo(() => computed(() => store.selectedKey.value === key), [store, key]);
  const button = useRef<HTMLButtonElement>(null);
  // The URL, the palette and other views select tools that may be far down the list.
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
          <ToolName text={tool.id.slice(tool.id.indexOf('.') + 1)} /> <span class="hint">{tool.version}</span>
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
function ToolName({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split(/(?<=[a-z\d])(?=[A-Z])/).map((word, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <Text text={word} maxLength={80} />
        </Fragment>
      ))}
    </>
  );
}
