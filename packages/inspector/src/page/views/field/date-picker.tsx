import type { VNode } from 'preact';
import { type JsonFields, textOf } from '../../json.ts';

/** The type of the browser's picker for each format. */
const pickerTypes: ReadonlyMap<string, 'date' | 'time' | 'datetime-local'> = new Map([
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'datetime-local'],
]);

/** Returns the type of picker for a schema; `undefined` if it is not a date or a time. */
export function pickerTypeOf(schema: JsonFields): 'date' | 'time' | 'datetime-local' | undefined {
  return pickerTypes.get(textOf(schema, 'format') ?? '');
}

interface PickerProps {
  readonly type: 'date' | 'time' | 'datetime-local';
  readonly label: string;
  readonly text: string;
  readonly onPick: (text: string) => void;
}

/** The browser's picker for a date or a time. A date with a time is picked in local time. */
export function DatePicker({ type, label, text, onPick }: PickerProps): VNode {
  const isLocal = type === 'datetime-local';
  return (
    <input
      type={type}
      // Without this, the picker has no seconds and is empty for times that have them.
      step={type === 'date' ? undefined : 1}
      aria-label={isLocal ? `Pick ${label} in local time` : `Pick ${label}`}
      value={pickerText(type, text)}
      onInput={({ currentTarget: { value } }) => onPick(value === '' ? '' : pickedText(type, value))}
    />
  );
}

/** Converts the text of the field to the text of the picker; empty if the field has no date or time. */
function pickerText(type: PickerProps['type'], text: string): string {
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? text : '';
  if (type === 'time') return withoutZeros(/^\d\d:\d\d:\d\d/.exec(text)?.[0] ?? '');
  const date = new Date(/^\d{4}-\d\d-\d\dT/i.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':');
  return withoutZeros(`${day}T${clock}`);
}

/** Converts the text of the picker. A date with a time is sent in UTC. */
function pickedText(type: PickerProps['type'], picked: string): string {
  if (type === 'date') return picked;
  if (type === 'time') return `${picked.length === 5 ? `${picked}:00` : picked}Z`;
  const date = new Date(picked);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 19)}Z`;
}

function pad(part: number, length = 2): string {
  return String(part).padStart(length, '0');
}

// Browsers write a time of whole minutes without its seconds.
function withoutZeros(time: string): string {
  return time.replace(/(:\d\d):00$/, '$1');
}
