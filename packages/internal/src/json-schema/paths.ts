import { holdsSchemasByName, type PathSegment } from './subschemas.ts';

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
