import { isObject, type JsonSchema, listOf, type PathSegment } from '../base/json.ts';
import { SchemaError } from '../base/schema-error.ts';
import { fieldOf, visitSchemas } from '../keywords/subschemas.ts';
import { compiles } from './portable-pattern.ts';

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

interface Shape {
  readonly words: string;
  fits(value: unknown): boolean;
}

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean';
const isText = (value: unknown): boolean => typeof value === 'string';
const isList = (value: unknown, fits: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(fits);
const isMap = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every(fits);

const aSchema: Shape = { words: 'a schema', fits: isSchema };
const schemas: Shape = {
  words: 'a list of schemas',
  fits: (value) => isList(value, isSchema) && (value as unknown[]).length > 0,
};
const schemaMap: Shape = { words: 'an object of schemas', fits: (value) => isMap(value, isSchema) };
const aNumber: Shape = { words: 'a number', fits: (value) => Number.isFinite(value) };
const aCount: Shape = {
  words: 'a whole number of 0 or more',
  fits: (value) => Number.isInteger(value) && (value as number) >= 0,
};
const aText: Shape = { words: 'a string', fits: isText };
const aBoolean: Shape = { words: 'true or false', fits: (value) => typeof value === 'boolean' };
const names: Shape = { words: 'a list of names', fits: (value) => isList(value, isText) };

// MCP-LIST-04: what is published has the form that the dialect asks for.
const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    'type',
    {
      words: `one of ${types.join(', ')}, or a list of them`,
      fits: (value) => [value].flat().length > 0 && [value].flat().every((type) => types.includes(String(type))),
    },
  ],
  ['enum', { words: 'a list of at least one value', fits: (value) => Array.isArray(value) && value.length > 0 }],
  ['required', names],
  ['properties', schemaMap],
  ['patternProperties', schemaMap],
  ['dependentSchemas', schemaMap],
  [
    'dependentRequired',
    { words: 'an object of lists of names', fits: (value) => isMap(value, (item) => isList(item, isText)) },
  ],
  ...[
    'additionalProperties',
    'unevaluatedProperties',
    'propertyNames',
    'items',
    'unevaluatedItems',
    'contains',
    'not',
    'if',
    'then',
    'else',
  ].map((keyword) => [keyword, aSchema] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, schemas] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, aNumber] as const),
  ['multipleOf', { words: 'a number above 0', fits: (value) => Number.isFinite(value) && (value as number) > 0 }],
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ].map((keyword) => [keyword, aCount] as const),
  ...['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'].map((keyword) => [keyword, aBoolean] as const),
  ...['description', 'title', 'format', 'pattern'].map((keyword) => [keyword, aText] as const),
]);

/** Refuses a schema whose keywords hold what JSON Schema does not allow, for every validator alike. */
export function requireWellFormed(root: JsonSchema): void {
  visitSchemas(root, (schema, path) => {
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = shapes.get(keyword);
      if (shape !== undefined && !shape.fits(value)) {
        throw invalid(path, `'${keyword}' must be ${shape.words}`);
      }
    }
    requireParameterNames(schema, path);
  });
}

/** Refuses regular expressions that no validator could compile. */
export function requirePatterns(root: JsonSchema): void {
  visitSchemas(root, (schema, path) => {
    for (const pattern of patternsOf(schema)) {
      if (!compiles(pattern)) {
        throw invalid(path, `the pattern ${pattern} is not a regular expression with the u flag`);
      }
    }
  });
}

/** The regular expressions that a schema holds itself. */
export function patternsOf(schema: JsonSchema): readonly string[] {
  const { pattern, patternProperties } = schema;
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
  ];
}

function requireParameterNames({ properties, required }: JsonSchema, path: readonly PathSegment[]): void {
  const fields = [...(isObject(properties) ? Object.keys(properties) : []), ...listOf(required)];
  if (fields.includes('__proto__')) {
    throw invalid(path, "no field may be called '__proto__', because inputs with that name are refused");
  }
  if (fields.some((field) => /\p{Surrogate}/u.test(String(field)))) {
    throw invalid(path, 'a field has half a character in its name');
  }
}

function invalid(path: readonly PathSegment[], problem: string): SchemaError {
  const field = fieldOf(path);
  const subject = field === '' ? 'The schema' : `The schema of '${field}'`;
  return new SchemaError('TW_SCHEMA_INVALID', `${subject} is not valid JSON Schema: ${problem}.`, field);
}
