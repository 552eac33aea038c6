import type { Direction } from './standard-schema.ts';
import { correctFormat, countCharacters, type Draft, removeChecked, removeFlagged } from './untrue-keywords.ts';

/** An action of a valibot pipe, or the schema of an object, as far as it is read here. */
export interface ValibotPart {
  readonly kind?: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly entries?: Readonly<Record<string, object>>;
}

const formats = new Set(['email', 'rfc_email', 'iso_date_time', 'iso_time', 'iso_timestamp']);
const utf16Lengths = new Set(['length', 'min_length']);

/** Takes back what a valibot action writes although valibot does not hold to it (OTC-RESP-05). */
export function correctAction(action: ValibotPart, written: object, direction: Direction): Draft {
  const draft: Draft = { ...written };
  const { kind, type, requirement } = action;
  if (requirement instanceof RegExp) {
    if (formats.has(type)) {
      correctFormat(draft, requirement, direction);
    }
    removeFlagged(draft, requirement);
  }
  if (direction === 'output') {
    if (kind === 'transformation') {
      removeChecked(draft);
    }
    if (type === 'map_items') {
      delete draft['items'];
    }
    if (type === 'url') {
      delete draft['format'];
    }
    if (utf16Lengths.has(type)) {
      countCharacters(draft);
    }
  }
  return draft;
}

/** A field with a fallback may be left out. */
export function releaseFallbacks({ entries }: ValibotPart, written: object): Draft {
  const draft: Draft = { ...written };
  const { required } = draft;
  if (entries !== undefined && Array.isArray(required)) {
    draft['required'] = required.filter((name: string) => !('fallback' in (entries[name] ?? {})));
  }
  return draft;
}
