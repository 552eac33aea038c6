import { type Signal, signal } from '@preact/signals';
import type { ButtonHTMLAttributes, ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { moveFocus } from '../focus.ts';

interface ButtonProps extends ButtonHTMLAttributes {
  /** The label, if it is only text. */
  readonly text?: string | undefined;
}

/** A button that does not submit its form. */
export function Button({ text, children = text, ...attributes }: ButtonProps): VNode {
  return (
    <button type="button" {...attributes}>
      {children}
    </button>
  );
}

/** Copies a string and reports it in place, so that the layout does not move under the next click. */
export function CopyButton({ text, title }: { readonly text: string; readonly title: string }): VNode {
  const [state, setState] = useState<'copied' | 'refused' | undefined>(undefined);
  const copy = (): void => {
    writeToClipboard(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <span class="copy">
      <Button data-state={state} onClick={copy} onBlur={() => setState(undefined)} text={title} />
      <span role="status" class={state === 'refused' ? 'error' : 'visually-hidden'}>
        {state === 'copied' && `${title}: copied`}
        {state === 'refused' && 'The browser blocked copying'}
      </span>
    </span>
  );
}

/** Also rejects on a page without TLS, where browsers have no clipboard. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** A tab: its ID, and what it shows. */
interface TabItem {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly data?: Readonly<Record<`data-${string}`, string>>;
}

interface TabBarProps {
  readonly label: string;
  /** The ID of the panel that shows the open tab. */
  readonly panel: string;
  readonly items: readonly TabItem[];
  readonly open: string;
  readonly onOpen: (id: string) => void;
}

/** Tabs above a panel. The arrow keys, Home and End move between them. */
export function TabBar({ label, panel, items, open, onOpen }: TabBarProps): VNode {
  return (
    <div
      class="tab-bar"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, '[role=tab]')?.click()}
    >
      {items.map(({ id, title, data }) => (
        <Button
          key={id}
          role="tab"
          id={`${panel}-${id}`}
          aria-selected={id === open}
          aria-controls={panel}
          tabIndex={id === open ? 0 : -1}
          {...data}
          onClick={() => onOpen(id)}
        >
          {title}
        </Button>
      ))}
    </div>
  );
}

interface FoldProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  /** Whether the section is open. By default the section stores this itself. */
  readonly open?: Signal<boolean>;
  readonly children: () => ComponentChildren;
}

/** A section that is rendered only while it is open. */
export function Fold({ title, class: className, open, children }: FoldProps): VNode {
  const [ownState] = useState(() => signal(false));
  const isOpen = open ?? ownState;
  return (
    <details
      class={className}
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{title}</summary>
      {isOpen.value && children()}
    </details>
  );
}
