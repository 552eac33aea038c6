import type { Direction } from '../libraries/standard-schema.ts';
import { type TakesMore, takesMoreMark } from '../publish/takes-more.ts';
import { removeChecked } from './changed-values.ts';
import { countCharacters } from './character-counts.ts';
import type { Draft } from './draft.ts';
import { removeFlagged } from './flagged-patterns.ts';
import { correctFormat } from './loose-formats.ts';

/** An action of a valibot pipe, or the schema of an object, as far as it is read here. */
export interface ValibotPart {
  readonly kind?: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly entries?: Readonly<Record<string, object>>;
}

const formats = new Set(['email', 'rfc_email', 'iso_date_time', 'iso_time', 'iso_timestamp']);
const utf16Lengths = new Set(['length', 'min_length']);

/** Takes back what a valibot action writes although valibot 1.5.0 does not hold to it (OTC-RESP-05), with @valibot/to-json-schema 1.8.0. */
export function correctAction(action: ValibotPart, written: object, direction: Direction): Draft {
  const draft: Draft = { ...written };
  const { kind, type, requirement } = action;
  if (requirement instanceof RegExp) {
    if (formats.has(type)) {
      correctFormat(draft, requirement, direction);
    }
    removeFlagged(draft, requirement);
  }
  if (direction === 'input' && (kind === 'transformation' || type === 'url')) {
    draft[takesMoreMark] ??= 'values' satisfies TakesMore;
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
