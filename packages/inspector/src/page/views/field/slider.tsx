import type { VNode } from 'preact';
import { type Json, type JsonFields, textOf } from '../../json.ts';

const maxRange = 100;

/** The ends of a slider. */
interface SliderRange {
  readonly min: number;
  readonly max: number;
}

/** Returns the range of a slider; `undefined` if the schema is not of integers in a short range. */
export function sliderRangeOf(schema: JsonFields): SliderRange | undefined {
  const { minimum: min, maximum: max } = schema;
  if (textOf(schema, 'type') !== 'integer' || typeof min !== 'number' || typeof max !== 'number') return undefined;
  const isShortRange = Number.isInteger(min) && Number.isInteger(max) && max > min && max - min <= maxRange;
  return isShortRange ? { min, max } : undefined;
}

interface SliderProps extends SliderRange {
  readonly label: string;
  readonly value: Json | undefined;
  readonly onSlide: (text: string) => void;
}

/** A slider with its ends. Without a number, it is at the minimum. */
export function Slider({ min, max, label, value, onSlide }: SliderProps): VNode {
  return (
    <span class="slider">
      <span class="hint">{min}</span>
      <input
        type="range"
        min={min}
        max={max}
        aria-label={`Slider of ${label}`}
        value={typeof value === 'number' ? value : min}
        onInput={(event) => onSlide(event.currentTarget.value)}
      />
      <span class="hint">{max}</span>
    </span>
  );
}
