import type { Draft } from './draft.ts';
import { definitionOf, type Zod4Definition } from './zod4-definition.ts';

/** A field that is caught may be left out, which zod does not write (colinhacks/zod#5003, seen in 4.6.7). */
export function releaseCaught(draft: Draft, { shape }: Zod4Definition): void {
  const { required } = draft;
  if (shape === undefined || !Array.isArray(required)) {
    return;
  }
  const left = required.filter((name: string) => {
    const field = shape[name];
    return field === undefined || definitionOf(field).type !== 'catch';
  });
  if (left.length === 0) {
    delete draft['required'];
  } else {
    draft['required'] = left;
  }
}
