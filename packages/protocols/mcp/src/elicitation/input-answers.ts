import type { InputAnswer, InputRequest, JsonSchema, JsonValue } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { isForbiddenName } from '@toolwire/internal';
import { assertedFormats } from '@toolwire/validate';

/** Decodes a client's answer to a request. `undefined` if it is invalid. */
export function readAnswer(request: InputRequest, sent: unknown): InputAnswer | undefined {
  // As for tool inputs, unsafe content is refused before schema validation.
  if (!isObject(sent) || !isSafeContent(sent)) return undefined;
  switch (request.kind) {
    case 'form':
    case 'url':
      return readElicitation(request, sent);
    case 'sampling':
      return typeof sent['role'] === 'string' && 'content' in sent ? accept(sent) : undefined;
    case 'roots':
      return Array.isArray(sent['roots']) ? accept(sent['roots']) : undefined;
  }
}

function readElicitation(
  request: Extract<InputRequest, { readonly kind: 'form' | 'url' }>,
  { action, content }: Fields,
): InputAnswer | undefined {
  // Declining is an answer that the tool receives. MCP-ASK-07
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (request.kind === 'url') return { action };
  const filled = content ?? {};
  return isObject(filled) && matchesForm(filled, request.schema)
    ? accept(pickFormFields(filled, request.schema))
    : undefined;
}

function accept(content: unknown): InputAnswer {
  // The content was parsed from JSON.
  return { action: 'accept', content: content as JsonValue };
}

/** Keeps only the fields that the form defines. Keeps all if it defines none, or if its `additionalProperties` is `true` or `{}`. */
function pickFormFields(content: Fields, { properties, additionalProperties }: JsonSchema): Fields {
  if (!isObject(properties) || allowsAnything(additionalProperties)) return content;
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(properties, name)));
}

// `z.looseObject` of Zod writes `{}`.
function allowsAnything(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

/** Whether submitted content matches a form: a flat object of strings, numbers, booleans and choices. */
export function matchesForm(content: Fields, schema: JsonSchema): boolean {
  const { properties, required, additionalProperties } = schema;
  if (isObject(properties) && additionalProperties === false) {
    if (Object.keys(content).some((name) => !Object.hasOwn(properties, name))) return false;
  }
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(content, String(name)))) return false;
  if (!isObject(properties)) return true;
  return Object.entries(properties).every(
    ([name, field]) => !Object.hasOwn(content, name) || !isObject(field) || matchesField(content[name], field),
  );
}

function matchesField(value: unknown, field: Fields): boolean {
  const { type, items } = field;
  if (type === 'array') {
    if (!Array.isArray(value) || !isWithin(value.length, field['minItems'], field['maxItems'])) return false;
    return !isObject(items) || value.every((item) => matchesField(item, items));
  }
  return matchesType(value, type) && matchesChoice(value, field) && matchesLimits(value, field);
}

function matchesType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    default:
      return true;
  }
}

function matchesChoice(value: unknown, { enum: choices, oneOf, anyOf }: Fields): boolean {
  if (Array.isArray(choices)) return choices.includes(value);
  const titled = oneOf ?? anyOf;
  return Array.isArray(titled) ? titled.some((choice) => isObject(choice) && choice['const'] === value) : true;
}

function matchesLimits(value: unknown, field: Fields): boolean {
  const { minLength, maxLength, minimum, maximum } = field;
  if (typeof value === 'string') {
    return isWithin(Array.from(value).length, minLength, maxLength) && matchesFormat(value, field);
  }
  return typeof value === 'number' ? isWithin(value, minimum, maximum) : true;
}

// The same formats as for tool inputs, so that both report the same problems.
function matchesFormat(value: string, { format }: Fields): boolean {
  const known = typeof format === 'string' ? assertedFormats.get(format) : undefined;
  return known === undefined || known.pattern.test(value);
}

function isWithin(size: number, min: unknown, max: unknown): boolean {
  return (typeof min !== 'number' || size >= min) && (typeof max !== 'number' || size <= max);
}

/** Whether content is free of prototype keys and of numbers that JSON can't represent. */
function isSafeContent(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isSafeContent);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, member]) => !isForbiddenName(name, member) && isSafeContent(member));
}
