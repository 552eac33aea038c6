import type { Fields } from '../values/json-values.ts';
import { holdsSchemasByName, type PathSegment } from './subschemas.ts';

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

/** The JSON pointer of a path (RFC 6901). */
export function pointerOf(path: readonly PathSegment[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A segment of a JSON pointer as a name. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Adds a field to a path in code notation, such as `tags.name` or `tags["first name"]`. */
export function memberPath(outer: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${outer}[${JSON.stringify(name)}]`;
  return outer === '' ? name : `${outer}.${name}`;
}

const itemKeywords = new Set(['additionalItems', 'contains', 'items', 'prefixItems', 'unevaluatedItems']);
const valueKeywords = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Converts a path of keywords to a field in the author's notation, such as `filter.tags[].name`. Other keywords and indexes add nothing. */
export function fieldOf(path: readonly PathSegment[]): string {
  let field = '';
  for (let index = 0; index < path.length; index += 1) {
    const keyword = String(path[index]);
    if (itemKeywords.has(keyword)) {
      field += '[]';
    } else if (holdsSchemasByName(keyword) && index + 1 < path.length) {
      index += 1;
      field += field === '' ? String(path[index]) : `.${String(path[index])}`;
    } else if (valueKeywords.has(keyword)) {
      field += field === '' ? '*' : '.*';
    }
  }
  return field;
}
