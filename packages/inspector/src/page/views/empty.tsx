import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { Text } from './text.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** The next action. */
  readonly children: ComponentChildren;
}

/** Shown instead of an empty list, with the next action. */
export function Empty({ icon, title, children }: EmptyProps): VNode {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Shown while content is loading. */
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

interface BannerProps {
  readonly message: string;
  readonly action: string;
  readonly onAct: () => void;
}

/** Why something did not work, and the way to repeat it. */
export function Banner({ message, action, onAct }: BannerProps): VNode {
  return (
    <div class="error banner" role="alert">
      <Text text={message} />
      <button type="button" onClick={onAct}>
        {action}
      </button>
    </div>
  );
}
