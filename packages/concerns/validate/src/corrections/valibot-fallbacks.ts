import { type TakesMore, takesMoreMark } from '../publish/takes-more.ts';
import type { Draft } from './draft.ts';
import type { ValibotPart } from './valibot.ts';

/** A field with a fallback may be left out, and takes anything, which @valibot/to-json-schema 1.8.0 does not write. */
export function releaseFallbacks(schema: ValibotPart, written: object): Draft {
  const draft: Draft = { ...written };
  const { entries } = schema;
  if ('fallback' in schema) {
    draft[takesMoreMark] = 'absence' satisfies TakesMore;
  }
  const { required } = draft;
  if (entries !== undefined && Array.isArray(required)) {
    draft['required'] = required.filter((name: string) => !('fallback' in (entries[name] ?? {})));
  }
  return draft;
}
