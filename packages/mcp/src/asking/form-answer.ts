import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** Tells whether what a person filled in fits a form: a flat object of texts, numbers, yes and no, and choices. */
export function fitsForm(content: Fields, schema: JsonSchema): boolean {
  const { properties, required } = schema;
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

function fitsLimits(value: unknown, { minLength, maxLength, minimum, maximum }: Fields): boolean {
  if (typeof value === 'string') return within(Array.from(value).length, minLength, maxLength);
  return typeof value === 'number' ? within(value, minimum, maximum) : true;
}

function within(size: number, least: unknown, most: unknown): boolean {
  return (typeof least !== 'number' || size >= least) && (typeof most !== 'number' || size <= most);
}
