import type { Draft } from './draft.ts';
import type { Zod4Definition } from './zod4-definition.ts';

/** zod takes what the URL parser takes, such as letters of any language, and writes the format `uri` (seen in 4.6.7). */
export function removeUrlFormat(draft: Draft, checks: readonly Zod4Definition[]): void {
  if (checks.some(({ format }) => format === 'url') && draft['format'] === 'uri') {
    delete draft['format'];
  }
}
