import type { VNode } from 'preact';
import { type JsonFields, textOf } from '../../json.ts';
import { Button } from '../controls.tsx';
import { Icon } from '../icon.tsx';

type PickerType = 'date' | 'time' | 'datetime-local';

/** The type of the browser's picker for each format. */
const pickerTypes: ReadonlyMap<string, PickerType> = new Map([
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'datetime-local'],
]);

/** An example for each type of picker. */
export const dateExamples: Readonly<Record<PickerType, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'datetime-local': '2026-01-31T12:00:00Z',
};

/** Returns the type of picker for a schema; `undefined` if it is not a date or a time. */
export function pickerTypeOf(schema: JsonFields): PickerType | undefined {
  return pickerTypes.get(textOf(schema, 'format') ?? '');
}

interface PickerProps {
  readonly type: PickerType;
  readonly label: string;
  readonly text: string;
  readonly onPick: (text: string) => void;
}

/** A button that opens the browser's picker for a date or a time. A date with a time is picked in local time. */
export function DatePicker({ type, label, text, onPick }: PickerProps): VNode {
  return (
    <span class="picker">
      <Button
        class="bare"
        aria-label={`Pick ${label}${zoneLabel(type, text)}`}
        onClick={({ currentTarget: { nextElementSibling: input } }) => {
          if (input instanceof HTMLInputElement) input.showPicker();
        }}
      >
        <Icon name={type === 'time' ? 'clock' : 'calendar'} />
      </Button>
      <input
        type={type}
        // Only its picker is used, because the field next to it has the text.
        tabIndex={-1}
        aria-hidden="true"
        // Without this, the picker has no seconds and is empty for times that have them.
        step={type === 'date' ? undefined : 1}
        value={pickerText(type, text)}
        onInput={({ currentTarget: { value } }) => onPick(value === '' ? '' : pickedText(type, value, offsetOf(text)))}
      />
    </span>
  );
}

/** Converts the text of the field to the text of the picker; empty if the field has no date or time. */
function pickerText(type: PickerType, text: string): string {
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? text : '';
  if (type === 'time') return withoutZeros(/^\d\d:\d\d:\d\d/.exec(text)?.[0] ?? '');
  const date = new Date(/^\d{4}-\d\d-\d\dT/i.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':');
  return withoutZeros(`${day}T${clock}`);
}

/** Converts the text of the picker. A date with a time is sent in UTC. */
function pickedText(type: PickerType, picked: string, offset: string): string {
  if (type === 'date') return picked;
  if (type === 'time') return `${picked.length === 5 ? `${picked}:00` : picked}${offset}`;
  const date = new Date(picked);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 19)}Z`;
}

// The browser's picker has no offset. Without the offset of the field, a picked time would move by hours.
function offsetOf(time: string): string {
  return /^\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/i.exec(time)?.[1] ?? 'Z';
}

function zoneLabel(type: PickerType, text: string): string {
  if (type === 'date') return '';
  return type === 'time' ? ` in UTC${offsetOf(text).replace(/z/i, '')}` : ' in local time';
}

function pad(part: number, length = 2): string {
  return String(part).padStart(length, '0');
}

// Browsers write a time of whole minutes without its seconds.
function withoutZeros(time: string): string {
  return time.replace(/(:\d\d):00$/, '$1');
}
