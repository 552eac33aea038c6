import { holdsSchemasByName, type PathSegment } from './subschemas.ts';

/** The JSON pointer of a path (RFC 6901). */
export function pointerOf(path: readonly PathSegment[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const silentKeywords = new Set([
  'allOf',
  'anyOf',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
  'contentSchema',
  'propertyNames',
]);
const itemKeywords = new Set(['additionalItems', 'contains', 'items', 'prefixItems', 'unevaluatedItems']);
const valueKeywords = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Converts a path of keywords to a field in the author's notation, such as `filter.tags[].name`. */
export function fieldOf(path: readonly PathSegment[]): string {
  let field = '';
  for (let index = 0; index < path.length; index += 1) {
    const keyword = String(path[index]);
    if (itemKeywords.has(keyword)) {
      field += '[]';
      index += typeof path[index + 1] === 'number' ? 1 : 0;
    } else if (holdsSchemasByName(keyword) && index + 1 < path.length) {
      index += 1;
      field += field === '' ? String(path[index]) : `.${String(path[index])}`;
    } else if (valueKeywords.has(keyword)) {
      field += field === '' ? '*' : '.*';
    } else if (silentKeywords.has(keyword)) {
      index += typeof path[index + 1] === 'number' ? 1 : 0;
    }
  }
  return field;
}
