import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { Store } from '../store.ts';
import { type ToolState, toolKey } from '../tool.ts';
import { Text } from './text.tsx';

/** All tools, by their toolkits, and the field that searches them. */
export function ToolList({ store }: { readonly store: Store }): VNode {
  const id = useId();
  const groups = useMemo(() => computed(() => groupsOf(store.tools.value, store.query.value)), [store]);
  const found = groups.value;
  const count = found.reduce((sum, [, tools]) => sum + tools.length, 0);
  return (
    <nav class="tools" aria-label="Tools">
      <label for={id}>Search</label>
      <input
        id={id}
        type="search"
        class="search"
        value={store.query.value}
        placeholder="name or words, press /"
        onInput={(event) => {
          store.query.value = event.currentTarget.value;
        }}
      />
      <p class="hint" role="status">
        {count} of {store.tools.value.length} tools
      </p>
      {found.map(([toolkit, tools]) => (
        <Group key={toolkit} toolkit={toolkit} tools={tools} store={store} />
      ))}
    </nav>
  );
}

function Group({
  toolkit,
  tools,
  store,
}: {
  readonly toolkit: string;
  readonly tools: readonly ToolState[];
  readonly store: Store;
}): VNode {
  return (
    <section>
      <h2>
        <Text text={toolkit} most={80} />
      </h2>
      <ul>
        {tools.map((tool) => (
          <Entry key={toolKey(tool)} tool={tool} store={store} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ tool, store }: { readonly tool: ToolState; readonly store: Store }): VNode {
  const key = toolKey(tool);
  const isCurrent = useMemo(() => computed(() => store.selected.value === key), [store, key]);
  return (
    <li>
      <button
        type="button"
        class="entry"
        aria-current={isCurrent.value ? 'true' : undefined}
        onClick={() => store.select(key)}
      >
        <Text text={tool.id.slice(tool.id.indexOf('.') + 1)} most={80} /> <span class="hint">{tool.version}</span>
        {tool.deprecation !== undefined && <span class="mark">deprecated</span>}
      </button>
    </li>
  );
}

function groupsOf(tools: readonly ToolState[], query: string): readonly (readonly [string, readonly ToolState[]])[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const groups = new Map<string, ToolState[]>();
  for (const tool of tools) {
    const text = `${tool.id} ${tool.title ?? ''} ${tool.description.slice(0, 1_000)}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const toolkit = tool.id.slice(0, tool.id.indexOf('.'));
    const group = groups.get(toolkit) ?? [];
    group.push(tool);
    groups.set(toolkit, group);
  }
  return [...groups];
}
