import type { VNode } from 'preact';
import { stateText } from '../call-state.ts';
import { Button } from './controls.tsx';
import { Text } from './text.tsx';

/** The state of a call. */
export function StateBadge({ kind }: { readonly kind: string }): VNode {
  return (
    <span class={`badge ${kind}`}>
      <span class="dot" aria-hidden="true" />
      {stateText(kind)}
    </span>
  );
}

interface FilterChipsProps {
  readonly label: string;
  /** The value of each row. */
  readonly values: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

const maxChips = 12;

/** A button for each value, which shows only its rows. There are no buttons if all rows have the same value. */
export function FilterChips({ label, values, chosen, onChange }: FilterChipsProps): VNode | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size < 2 && chosen.size === 0) return null;
  // A chosen value without rows keeps its button, so that the user can unset it.
  const chips = new Set([...[...counts.keys()].slice(0, maxChips), ...chosen]);
  return (
    <div class="chips" role="group" aria-label={`${label}: show only`}>
      <span class="hint">{label}</span>
      {[...chips].map((value) => (
        <Button
          class="chip"
          key={value}
          aria-pressed={chosen.has(value)}
          onClick={() => {
            const next = new Set(chosen);
            if (!next.delete(value)) next.add(value);
            onChange(next);
          }}
        >
          <Text text={value} maxLength={40} /> <span class="hint">{counts.get(value) ?? 0}</span>
        </Button>
      ))}
    </div>
  );
}
