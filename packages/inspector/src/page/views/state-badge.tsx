import type { VNode } from 'preact';
import { stateText } from '../state-text.ts';

/** The state of a call, in the same words and colors everywhere. */
export function StateBadge({ kind }: { readonly kind: string }): VNode {
  return (
    <span class={`badge ${kind}`}>
      <span class="dot" aria-hidden="true" />
      {stateText(kind)}
    </span>
  );
}
