import type { VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { tabs, toolTabs } from '../navigation.ts';
import type { Store } from '../store.ts';
import { toolKey, wordMatcher } from '../tools.ts';
import { Text } from './text.tsx';

/** An action of the palette. */
interface Command {
  readonly title: string;
  readonly hint: string;
  readonly run: () => void;
}

const maxShown = 40;

/** The command palette: every tool, view and action, by its name. */
export function CommandPalette({ store }: { readonly store: Store }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [query, setQuery] = useState('');
  const [position, setPosition] = useState(0);
  // A layout effect, because the next key belongs to the palette.
  useLayoutEffect(() => {
    const { current: element } = dialog;
    element?.showModal();
    // Closing the dialog returns the focus.
    return () => element?.close();
  }, []);
  const isMatch = wordMatcher(query);
  const commands = commandsOf(store)
    .filter(({ title, hint }) => isMatch(`${title} ${hint}`))
    .slice(0, maxShown);
  const current = Math.min(position, commands.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const close = (): void => {
    store.isPaletteOpen.value = false;
  };
  const run = (command: Command): void => {
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also ends the input of a Japanese or Chinese word.
    if (event.isComposing) return;
    const { length: count } = commands;
    const command = commands[current];
    if (event.key === 'ArrowDown') setPosition((current + 1) % Math.max(1, count));
    else if (event.key === 'ArrowUp') setPosition((current - 1 + count) % Math.max(1, count));
    else if (event.key !== 'Enter') return;
    else if (command !== undefined) run(command);
    event.preventDefault();
  };
  return (
    <dialog
      class="palette"
      ref={dialog}
      aria-label="Command palette"
      // The event arrives late, when another palette may be open.
      onClose={({ currentTarget }) => currentTarget.isConnected && close()}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      onKeyDown={onKeyDown}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Tools and commands"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={commands.length === 0 ? undefined : `${id}-${current}`}
        placeholder="Search tools and commands"
        autocomplete="off"
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setPosition(0);
        }}
      />
      <ul id={id} role="listbox" aria-label="Commands" tabIndex={-1}>
        {commands.map((command, index) => (
          <li
            key={command.title + command.hint}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onClick={() => run(command)}
          >
            <Text text={command.title} maxLength={100} />
            <span class="hint">
              <Text text={command.hint} maxLength={80} />
            </span>
          </li>
        ))}
      </ul>
      <p class="hint">
        {commands.length === 0 ? 'Nothing found. Try fewer letters.' : '↑ ↓ to move, Enter to run, Esc to close'}
      </p>
    </dialog>
  );
}

function commandsOf(store: Store): readonly Command[] {
  return [
    ...store.tools.value.map((tool) => ({
      title: tool.title ?? tool.id,
      hint: tool.title === undefined ? tool.version : toolKey(tool),
      run: () => {
        store.toolTab.value = 'call';
        store.select(toolKey(tool));
      },
    })),
    ...tabs.map(([tab, title]) => ({
      title: `Open ${title}`,
      hint: 'View',
      run: () => (store.tab.value = tab),
    })),
    ...toolTabs.map(([tab, title]) => ({
      title,
      hint: 'Tab of the tool',
      run: () => {
        store.tab.value = 'tools';
        store.toolTab.value = tab;
      },
    })),
    {
      title: 'Load the tools again',
      hint: 'Server',
      run: () => store.load(),
    },
  ];
}
