import type { ComponentChildren, VNode } from 'preact';
import { moveFocus } from '../focus.ts';
import { Button } from './button.tsx';

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
