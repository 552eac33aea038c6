import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

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
