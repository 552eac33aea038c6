import type { VNode } from 'preact';
import { stateText } from '../call-state.ts';
import { Text } from './text.tsx';

/** The state of a call, in the same words and colors everywhere. */
export function StateBadge({ kind }: { readonly kind: string }): VNode {
  return (
    <span class={`badge ${kind}`}>
      <span class="dot" aria-hidden="true" />
      {stateText(kind)}
    </span>
  );
}

interface ChipsProps {
  readonly label: string;
  /** The value of each row. */
  readonly values: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

const maxChips = 12;

/** A button for each value, which shows only its rows. None if all rows have the same value, unless one is chosen. */
export function Chips({ label, values, chosen, onChange }: ChipsProps): VNode | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  // A chosen value without rows can still be released.
  const all = [...new Set([...[...counts.keys()].slice(0, maxChips), ...chosen])];
  if (counts.size < 2 && chosen.size === 0) return null;
  return (
    <div class="chips" role="group" aria-label={`${label}: show only`}>
      <span class="hint">{label}</span>
      {all.map((value) => (
        <button
          type="button"
          class="chip"
          key={value}
          aria-pressed={chosen.has(value)}
          onClick={() => {
            const next = new Set(chosen);
            if (!next.delete(value)) next.add(value);
            onChange(next);
          }}
        >
          <Text text={value} most={40} /> <span class="hint">{counts.get(value) ?? 0}</span>
        </button>
      ))}
    </div>
  );
}
