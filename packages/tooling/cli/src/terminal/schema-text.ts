import { isObject, listOf } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';

const maxDepth = 3;

/** The text of a type, with the operator between its parts if it has several. */
interface TypeText {
  readonly text: string;
  readonly operator?: '|' | '&';
}

const anything: TypeText = { text: 'anything' };

/** Returns a schema as a type that people read, such as `"open" | "closed"`, `list of number` or `{ a: number, b?: string }`. */
export function schemaText(schema: unknown): string {
  return typeText(schema, 0).text;
}

function typeText(schema: unknown, depth: number): TypeText {
  if (schema === false) return { text: 'nothing' };
  if (!isObject(schema)) return anything;
  const { $ref: reference, const: constant, enum: values } = schema;
  if (typeof reference === 'string') return { text: reference.slice(reference.lastIndexOf('/') + 1) };
  if ('const' in schema) return valueText(constant);
  if (Array.isArray(values)) return joined('|', values.map(valueText));
  const types = schema['type'] === undefined && isObject(schema['properties']) ? ['object'] : typesOf(schema);
  const own = joined(
    '|',
    types.map((type) => textOfType(type, schema, depth)),
  );
  const others = [
    unionText(schema['anyOf'], depth),
    unionText(schema['oneOf'], depth),
    ...listOf(schema['allOf']).map((part) => typeText(part, depth)),
  ].filter((part) => part !== anything);
  // The other parts usually repeat a type without details.
  const isRepeated = others.length > 0 && own.text === types.join(' | ');
  return joined(
    '&',
    [own, ...others].slice(isRepeated ? 1 : 0).filter((part) => part !== anything),
  );
}

function valueText(value: unknown): TypeText {
  return { text: JSON.stringify(value) };
}

/** The union of the members, which is `anything` if a member is. */
function unionText(members: unknown, depth: number): TypeText {
  const texts = listOf(members).map((member) => typeText(member, depth));
  return texts.includes(anything) ? anything : joined('|', texts);
}

function joined(operator: '|' | '&', parts: readonly TypeText[]): TypeText {
  const texts = new Set(parts.map((part) => (part.operator === operator ? part.text : inParentheses(part))));
  if (texts.size < 2) return parts[0] ?? anything;
  return { text: [...texts].join(` ${operator} `), operator };
}

function inParentheses({ text, operator }: TypeText): string {
  return operator === undefined ? text : `(${text})`;
}

function textOfType(type: string, schema: Readonly<Record<string, unknown>>, depth: number): TypeText {
  const { items, format } = schema;
  if (type === 'array') return { text: `list of ${inParentheses(typeText(items, depth))}` };
  if (type === 'object') return { text: objectText(schema, depth) };
  return { text: typeof format === 'string' && type !== 'null' ? `${type} (${format})` : type };
}

function objectText(schema: Readonly<Record<string, unknown>>, depth: number): string {
  const { properties, required, additionalProperties } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0) {
    return isObject(additionalProperties) ? `map of ${inParentheses(typeText(additionalProperties, depth))}` : 'object';
  }
  if (depth >= maxDepth) return '{ … }';
  const names: ReadonlySet<unknown> = new Set(listOf(required));
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${names.has(name) ? '' : '?'}: ${typeText(field, depth + 1).text}`,
  );
  return `{ ${fields.join(', ')} }`;
}
