import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

interface FoldProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  readonly children: () => ComponentChildren;
  readonly [data: `data-${string}`]: string | undefined;
}

/** Something behind its title, which is made while it is open: what nobody looks at costs nothing. */
export function Fold({ title, class: className, children, ...data }: FoldProps): VNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class={className} {...data} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
