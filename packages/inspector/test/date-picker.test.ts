import type { VNode } from 'preact';
import { expect, test } from 'vitest';
import { DatePicker } from '../src/page/views/field/date-picker.tsx';

interface ButtonProps {
  readonly 'aria-label': string;
}

interface InputProps {
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/** Picks a value in the picker of a field with this content. */
function pick(type: 'date' | 'time' | 'datetime-local', text: string, value: string) {
  const picked: string[] = [];
  const picker = DatePicker({ type, label: 'start', text, onPick: (now) => picked.push(now) });
  const [button, input] = picker.props.children as readonly [VNode<ButtonProps>, VNode<InputProps>];
  input.props.onInput({ currentTarget: { value } });
  return { shown: input.props.value, label: button.props['aria-label'], picked };
}

test.each([
  ['12:30:00+02:00', '+02:00', 'Pick start in UTC+02:00'],
  ['12:30:00.5-05:30', '-05:30', 'Pick start in UTC-05:30'],
  ['12:30:00Z', 'Z', 'Pick start in UTC'],
  ['12:30:00z', 'z', 'Pick start in UTC'],
])('the picker of the time %s keeps the offset %s', (text, offset, label) => {
  expect(pick('time', text, '12:30')).toEqual({ shown: '12:30', label, picked: [`12:30:00${offset}`] });
  expect(pick('time', text, '09:05:07').picked).toEqual([`09:05:07${offset}`]);
});

test.each(['', 'noon', '12:30:00'])('a time without an offset, such as "%s", is picked in UTC', (text) => {
  expect(pick('time', text, '12:30')).toMatchObject({ label: 'Pick start in UTC', picked: ['12:30:00Z'] });
});

test('a date has no offset, and a date with a time is picked in local time', () => {
  expect(pick('date', '2026-11-25', '2026-11-26')).toMatchObject({ label: 'Pick start', picked: ['2026-11-26'] });
  const at = new Date('2026-11-25T10:30:00').toISOString().replace('.000', '');
  expect(pick('datetime-local', '2026-11-25T10:00:00+05:00', '2026-11-25T10:30')).toMatchObject({
    label: 'Pick start in local time',
    picked: [at],
  });
});
