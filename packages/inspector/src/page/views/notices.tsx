import type { ComponentChildren, VNode } from 'preact';
import { Button } from './controls.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Text } from './text.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** The next action. */
  readonly children: ComponentChildren;
}

/** An empty list, with the next action. */
export function Empty({ icon, title, children }: EmptyProps): VNode {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Shown while data loads. */
export function Loading({ title }: { readonly title: string }): VNode {
  return (
    <div class="loading" role="status">
      <span />
      <span />
      <span />
      <b class="visually-hidden">{title}</b>
    </div>
  );
}

interface BannerProps {
  readonly message: string;
  readonly action: string;
  readonly onAct: () => void;
}

/** A problem, with a button that repeats the failed action. */
export function Banner({ message, action, onAct }: BannerProps): VNode {
  return (
    <div class="error banner" role="alert">
      <Text text={message} />
      <Button onClick={onAct} text={action} />
    </div>
  );
}

/** A problem without an action. Shows nothing for an empty message. */
export function Alert({ message }: { readonly message: string }): VNode | null {
  if (message === '') return null;
  return (
    <p class="error" role="alert">
      <Text text={message} />
    </p>
  );
}
