import { isObject } from '../base/json.ts';

const maxWidth = 100;

/** A string as JavaScript in single quotes. */
export function stringText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`);
  return `'${escapeHidden(inner)}'`;
}

/** Escapes control characters and marks that change the direction of text, which would hide a part of the source. */
export function escapeHidden(source: string): string {
  return source.replaceAll(/[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A JSON value as JavaScript. */
export function literalText(value: unknown, indent: string): string {
  if (typeof value === 'string') return stringText(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return listText(
      value.map((item) => literalText(item, inner)),
      indent,
    );
  }
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  return objectText(
    Object.entries(value).map(([name, field]): Entry => [name, literalText(field, inner)]),
    indent,
  );
}

/** A property: its name, and its value as JavaScript. */
export type Entry = readonly [name: string, text: string];

/** An object as JavaScript: in one line where it fits, otherwise with a line for each property. */
export function objectText(entries: readonly Entry[], indent: string): string {
  if (entries.length === 0) return '{}';
  return enclosed(
    entries.map(([name, text]) => `${keyText(name)}: ${text}`),
    indent,
    ['{ ', '{', ' }', '}'],
  );
}

/** A list as JavaScript. */
export function listText(items: readonly string[], indent: string): string {
  return items.length === 0 ? '[]' : enclosed(items, indent, ['[', '[', ']', ']']);
}

type Brackets = readonly [openInLine: string, open: string, closeInLine: string, close: string];

function enclosed(items: readonly string[], indent: string, [openInLine, open, closeInLine, close]: Brackets): string {
  const line = `${openInLine}${items.join(', ')}${closeInLine}`;
  if (!line.includes('\n') && indent.length + line.length <= maxWidth - 20) return line;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`;
}

const identifier = /^[A-Za-z_$][\w$]*$/u;

/** The name of a property in an object. `__proto__` in quotes would still set the prototype. */
function keyText(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return identifier.test(name) ? name : stringText(name);
}

/** The property of an object, such as `input.limit`. */
export function memberText(object: string, name: string): string {
  return identifier.test(name) ? `${object}.${name}` : `${object}[${stringText(name)}]`;
}

/** Text inside a comment, which it can't end. */
export function commentText(text: string): string {
  return stringText(text.replaceAll(/\s+/gu, ' ').trim())
    .slice(1, -1)
    .replaceAll(String.raw`\'`, "'")
    .replaceAll('*/', '*\\/');
}
