import { escapeControls, type Fields, isObject, listOf, own, stringsOf } from '@toolwire/internal';
import { combinesSchemas, typesOf } from '@toolwire/internal/json-schema';
import { type JsonSchema, referredTo } from '../compare-schemas/subschema.ts';

/** Whether the type is for input or output: optional properties of input also accept `undefined`. */
export type Direction = 'input' | 'output';

/** The state of one `writeType`. */
interface TypeContext {
  readonly root: JsonSchema;
  readonly direction: Direction;
  /** Returns the type name for a reference. */
  readonly referenceName: (reference: string) => string | undefined;
}

/** A type, and the named types that it refers to. */
interface WrittenType {
  readonly type: string;
  readonly named: readonly { readonly name: string; readonly type: string }[];
}

/** Returns the TypeScript type of the valid values. Keywords that TypeScript can't express, such as `pattern`, are ignored, so the type accepts every valid value. */
export function writeType(schema: JsonSchema, direction: Direction, nameFor: (hint: string) => string): WrittenType {
  const names = new Map<string, string>();
  const queue: { readonly name: string; readonly schema: JsonSchema }[] = [];
  const referenceName = (reference: string): string | undefined => {
    const existing = names.get(reference);
    if (existing !== undefined) return existing;
    const target = referredTo(reference, schema);
    if (target === undefined) return undefined;
    const name = nameFor(reference.slice(reference.lastIndexOf('/') + 1));
    names.set(reference, name);
    queue.push({ name, schema: target.keywords });
    return name;
  };
  const context: TypeContext = { root: schema, direction, referenceName };
  const type = typeOf(schema, context, '');
  const named: { readonly name: string; readonly type: string }[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    named.push({ name: next.name, type: typeOf(next.schema, context, '') });
  }
  return { type, named };
}

function typeOf(schema: unknown, context: TypeContext, indent: string): string {
  if (schema === false) return 'never';
  if (!isObject(schema)) return 'unknown';
  const parts = [
    ownTypeOf(schema, context, indent),
    ...(typeof schema['$ref'] === 'string' ? [context.referenceName(schema['$ref']) ?? 'unknown'] : []),
    ...alternatives(schema['anyOf'], context, indent),
    ...alternatives(schema['oneOf'], context, indent),
    ...listOf(schema['allOf']).map((subschema) => typeOf(subschema, context, indent)),
  ].filter((part) => part !== 'unknown');
  const [first, ...others] = [...new Set(parts)];
  if (first === undefined) return 'unknown';
  return others.length === 0 ? first : [first, ...others].map(inParentheses).join(' & ');
}

function alternatives(list: unknown, context: TypeContext, indent: string): readonly string[] {
  const choices = listOf(list).map((subschema) => typeOf(subschema, context, indent));
  return choices.length === 0 ? [] : [unionOf(choices)];
}

/** The type without the keywords that combine schemas. */
function ownTypeOf(schema: Fields, context: TypeContext, indent: string): string {
  if ('const' in schema) return literalOf(schema['const']);
  if (Array.isArray(schema['enum'])) return unionOf(schema['enum'].map(literalOf));
  const types = typesOf(schema);
  if (types.length > 0) return unionOf(types.map((type) => typeNamed(type, schema, context, indent)));
  // A schema with properties is meant for objects.
  return isObject(schema['properties']) ? objectType(schema, context, indent) : 'unknown';
}

function typeNamed(type: string, schema: Fields, context: TypeContext, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return listType(schema, context, indent);
    case 'object':
      return objectType(schema, context, indent);
    default:
      return 'unknown';
  }
}

function listType(schema: Fields, context: TypeContext, indent: string): string {
  const { prefixItems, minItems, maxItems } = schema;
  const first = listOf(prefixItems).map((subschema) => typeOf(subschema, context, indent));
  const others = otherItems(schema);
  const rest = typeOf(others, context, indent);
  if (first.length === 0) return rest === 'unknown' ? 'readonly unknown[]' : `readonly ${inParentheses(rest)}[]`;
  const minLength = typeof minItems === 'number' ? minItems : 0;
  const elements = first.map((type, index) => (index < minLength ? type : `${inParentheses(type)}?`));
  const isClosed = others === false || (typeof maxItems === 'number' && maxItems <= first.length);
  return `readonly [${[...elements, ...(isClosed ? [] : [`...${inParentheses(rest)}[]`])].join(', ')}]`;
}

/** The schema of the items after the first ones. Next to a schema that may evaluate items, `unevaluatedItems` skips some. */
function otherItems(schema: Fields): unknown {
  const { items, contains, unevaluatedItems } = schema;
  return items ?? (contains !== undefined || combinesSchemas(schema) ? undefined : unevaluatedItems);
}

function objectType(schema: Fields, context: TypeContext, indent: string): string {
  const { additionalProperties, patternProperties } = schema;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(stringsOf(schema['required']));
  const names = [...Object.keys(properties), ...[...required].filter((name) => !Object.hasOwn(properties, name))];
  const isOpen = additionalProperties === true || isObject(additionalProperties) || isObject(patternProperties);
  if (names.length === 0) {
    if (isObject(patternProperties)) return 'Readonly<Record<string, unknown>>';
    // A type alias can contain itself in an index signature, but not in a `Record`.
    if (isOpen) return `{ readonly [name: string]: ${typeOf(additionalProperties, context, indent)} }`;
    return additionalProperties === false ? 'Readonly<Record<string, never>>' : 'Readonly<Record<string, unknown>>';
  }
  const inner = `${indent}  `;
  const members = names.map((name) => {
    const property = own(properties, name);
    const type = typeOf(property, context, inner);
    // JSON omits undefined properties.
    const optionalType = context.direction === 'input' && type !== 'unknown' ? `${type} | undefined` : type;
    const member = required.has(name) ? `${memberName(name)}: ${type}` : `${memberName(name)}?: ${optionalType}`;
    return `${commentOf(property, inner)}${inner}readonly ${member};\n`;
  });
  const others = isOpen ? `${inner}readonly [name: string]: unknown;\n` : '';
  return `{\n${members.join('')}${others}${indent}}`;
}

function unionOf(types: readonly string[]): string {
  const all = [...new Set(types)];
  if (all.includes('unknown')) return 'unknown';
  const possible = all.filter((type) => type !== 'never');
  return possible.length === 0
    ? 'never'
    : possible.map((type) => (type.includes(' & ') ? inParentheses(type) : type)).join(' | ');
}

/** Adds parentheses if needed. */
function inParentheses(type: string): string {
  return /^(?:\w+|\{[^{}]*\})$/.test(type) ? type : `(${type})`;
}

/** Returns the literal type of a JSON value. */
function literalOf(value: unknown): string {
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
function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name);
}

/** Returns the description of a schema as a comment. */
function commentOf(schema: unknown, indent: string): string {
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
