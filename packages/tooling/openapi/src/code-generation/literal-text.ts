import { escapeCharacter, isObject } from '@toolwire/internal';

// Leaves room for the name in front of the value.
const maxLineLength = 80;

/** Writes a string as JavaScript in single quotes. */
export function stringText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`);
  return `'${escapeHidden(inner)}'`;
}

/** Escapes control characters and direction marks, which could hide a part of the source. */
export function escapeHidden(source: string): string {
  return source.replaceAll(/[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu, escapeCharacter);
}

/** Writes a JSON value as JavaScript. */
export function literalText(value: unknown, indent: string): string {
  if (typeof value === 'string') return stringText(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => literalText(item, inner));
    return listText(items, indent);
  }
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).map(([name, field]): Entry => [name, literalText(field, inner)]);
  return objectText(entries, indent);
}

/** A property: its name, and its value as JavaScript. */
export type Entry = readonly [name: string, text: string];

/** Writes an object as JavaScript. */
export function objectText(entries: readonly Entry[], indent: string): string {
  if (entries.length === 0) return '{}';
  const properties = entries.map(([name, text]) => `${keyText(name)}: ${text}`);
  const line = `{ ${properties.join(', ')} }`;
  return fitsInLine(line, indent) ? line : `{\n${linesOf(properties, indent)}${indent}}`;
}

/** Writes a list as JavaScript. */
export function listText(items: readonly string[], indent: string): string {
  const line = `[${items.join(', ')}]`;
  return fitsInLine(line, indent) ? line : `[\n${linesOf(items, indent)}${indent}]`;
}

function fitsInLine(line: string, indent: string): boolean {
  return !line.includes('\n') && indent.length + line.length <= maxLineLength;
}

function linesOf(items: readonly string[], indent: string): string {
  return items.map((item) => `${indent}  ${item},\n`).join('');
}

const identifier = /^[A-Za-z_$][\w$]*$/u;

/** Writes the name of a property in an object. `__proto__` in quotes would still set the prototype. */
function keyText(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return identifier.test(name) ? name : stringText(name);
}

/** Writes a property of an object, such as `input.limit`. */
export function memberText(object: string, name: string): string {
  return identifier.test(name) ? `${object}.${name}` : `${object}[${stringText(name)}]`;
}

/** Writes a text for a comment, which it can't close. */
export function commentText(text: string): string {
  return stringText(text.replaceAll(/\s+/gu, ' ').trim())
    .slice(1, -1)
    .replaceAll(String.raw`\'`, "'")
    .replaceAll('*/', '*\\/');
}
