import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** The next action. */
  readonly children: ComponentChildren;
}

/** An empty place, with the next action. */
export function Empty({ icon, title, children }: EmptyProps): VNode {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** A place whose content is being loaded. */
export function Waiting({ title }: { readonly title: string }): VNode {
  return (
    <div class="waiting" role="status">
      <span />
      <span />
      <span />
      <b class="unseen">{title}</b>
    </div>
  );
}
