import type { JsonSchema } from '@toolwire/core';
import { assertedFormats } from '@toolwire/validate';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** What was filled in of all that a form asks for; clients may send more, and a tool is not given it unless the form is open. */
export function askedFor(content: Fields, { properties, additionalProperties }: JsonSchema): Fields {
  if (!isObject(properties) || additionalProperties === true) return content;
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(properties, name)));
}

/** Tells whether what a person filled in fits a form: a flat object of texts, numbers, yes and no, and choices. */
export function fitsForm(content: Fields, schema: JsonSchema): boolean {
  const { properties, required, additionalProperties } = schema;
  if (isObject(properties) && additionalProperties === false) {
    if (Object.keys(content).some((name) => !Object.hasOwn(properties, name))) return false;
  }
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(content, String(name)))) return false;
  if (!isObject(properties)) return true;
  return Object.entries(properties).every(
    ([name, field]) => !Object.hasOwn(content, name) || !isObject(field) || fitsField(content[name], field),
  );
}

function fitsField(value: unknown, field: Fields): boolean {
  const { type, items } = field;
  if (type === 'array') {
    const choices = isObject(items) ? items : {};
    return Array.isArray(value) && within(value.length, field['minItems'], field['maxItems'])
      ? value.every((one) => fitsChoice(one, choices))
      : false;
  }
  return fitsType(value, type) && fitsChoice(value, field) && fitsLimits(value, field);
}

function fitsType(value: unknown, type: unknown): boolean {
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

function fitsChoice(value: unknown, { enum: choices, oneOf, anyOf }: Fields): boolean {
  if (Array.isArray(choices)) return choices.includes(value);
  const titled = oneOf ?? anyOf;
  return Array.isArray(titled) ? titled.some((choice) => isObject(choice) && choice['const'] === value) : true;
}

function fitsLimits(value: unknown, field: Fields): boolean {
  const { minLength, maxLength, minimum, maximum } = field;
  if (typeof value === 'string') {
    return within(Array.from(value).length, minLength, maxLength) && fitsFormat(value, field);
  }
  return typeof value === 'number' ? within(value, minimum, maximum) : true;
}

// The formats of inputs, and no others: whoever fills in a form is told the same as whoever calls.
function fitsFormat(value: string, { format }: Fields): boolean {
  const known = typeof format === 'string' ? assertedFormats.get(format) : undefined;
  return known === undefined || known.pattern.test(value);
}

function within(size: number, least: unknown, most: unknown): boolean {
  return (typeof least !== 'number' || size >= least) && (typeof most !== 'number' || size <= most);
}
