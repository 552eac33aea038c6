import type { VNode } from 'preact';
import { type LiveCall, laneOf } from '../../live-call.ts';
import { stateText } from '../../state-text.ts';
import { Text } from '../text.tsx';

interface ChipProps {
  readonly calls: readonly LiveCall[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

const maxChips = 16;
const kinds: readonly ((call: LiveCall) => string)[] = [
  ({ state }) => `state ${stateText(state)}`,
  ({ protocol }) => `protocol ${protocol}`,
  (call) => `client ${laneOf(call)}`,
];

/** A button for each state, protocol and client of the calls. */
export function FilterChips({ calls, chosen, onChange }: ChipProps): VNode {
  const shown = kinds.flatMap((kind) => countBy(calls, kind)).slice(0, maxChips);
  return (
    <div class="chips" role="group" aria-label="Show only">
      {shown.map(([chip, count]) => (
        <button
          type="button"
          class="chip"
          key={chip}
          aria-pressed={chosen.has(chip)}
          onClick={() =>
            onChange(new Set(chosen.has(chip) ? [...chosen].filter((one) => one !== chip) : [...chosen, chip]))
          }
        >
          <Text text={chip.slice(chip.indexOf(' ') + 1)} most={40} /> <span class="hint">{count}</span>
        </button>
      ))}
    </div>
  );
}

/** Counts the calls by a value; nothing if all calls have the same one. */
function countBy(calls: readonly LiveCall[], kind: (call: LiveCall) => string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(kind(call), (counts.get(kind(call)) ?? 0) + 1);
  return counts.size < 2 ? [] : [...counts];
}

/** Whether a call has one of the chosen values of each kind. */
export function isChosen(call: LiveCall, chosen: ReadonlySet<string>): boolean {
  return kinds.every((kind) => {
    const own = kind(call);
    const prefix = own.slice(0, own.indexOf(' ') + 1);
    return chosen.has(own) || ![...chosen].some((one) => one.startsWith(prefix));
  });
}
