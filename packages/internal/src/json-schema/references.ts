import type { Fields } from '../values/json-values.ts';
import { unescapeSegment } from './paths.ts';

/**
 * The target of a reference within a schema, such as `#/$defs/Login` (RFC 6901 as a URI fragment); `undefined` for any other
 * reference. Nothing is fetched, and `$id` and anchors are not read.
 */
export function resolveReference(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let target: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decodeStep(step);
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return undefined;
    target = (target as Fields)[name];
  }
  return target;
}

/** A step of a reference as a name. */
export function decodeStep(step: string): string {
  return unescapeSegment(decodeFragment(step));
}

function decodeFragment(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A percent sign that encodes nothing is part of the name.
    return step;
  }
}
