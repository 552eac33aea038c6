import { escapeControls, isObject } from '@toolwire/internal';

/** Returns the literal type of a JSON value. */
export function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `readonly [${value.map(literalOf).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `readonly ${memberName(name)}: ${literalOf(member)}`);
    return members.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${members.join('; ')} }`;
  }
  return textLiteral(value);
}

/** Returns the TypeScript literal of a string or another scalar. */
export function textLiteral(value: unknown): string {
  return escapeControls(JSON.stringify(value));
}

/** Returns the name of a property, quoted unless it is an identifier. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name);
}

/** Returns the description of a schema as a comment. */
export function commentOf(schema: unknown, indent: string): string {
  if (!isObject(schema)) return '';
  const { description, deprecated } = schema;
  return comment(
    [...(typeof description === 'string' ? [description] : []), ...(deprecated === true ? ['@deprecated'] : [])],
    indent,
  );
}

/** Returns a comment, escaped so that no text of a server can close it. */
export function comment(texts: readonly string[], indent: string): string {
  const lines = texts
    .flatMap((text) => text.split(/\r\n|\n|\r/))
    .map((line) => escapeControls(line.trim()).replaceAll('*/', '*\\/'));
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ''} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** Returns a type name in Pascal case. */
export function typeName(text: string): string {
  const words = text.split(/[^\p{L}\p{Nd}]+/u).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(name) && /^\w+$/.test(name) ? name : `T${name.replaceAll(/\W/g, '_')}`;
}
