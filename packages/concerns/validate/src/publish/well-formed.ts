import { compiles, fieldOf, isSchema, schemasIn, someSchema } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, listOf, type PathSegment } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';

const types: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const isType = (type: unknown): boolean => types.includes(type);

interface Shape {
  readonly description: string;
  fits(value: unknown): boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isList = (value: unknown, fits: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(fits);
const isMap = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every(fits);

const aSchema: Shape = { description: 'a schema', fits: isSchema };
const schemas: Shape = {
  description: 'a list of at least one schema',
  fits: (value) => isList(value, isSchema) && (value as unknown[]).length > 0,
};
const schemaMap: Shape = { description: 'an object of schemas', fits: (value) => isMap(value, isSchema) };
const aNumber: Shape = { description: 'a number', fits: (value) => Number.isFinite(value) };
const aCount: Shape = {
  description: 'a whole number of 0 or more',
  fits: (value) => Number.isInteger(value) && (value as number) >= 0,
};
const aText: Shape = { description: 'a string', fits: isText };
const aBoolean: Shape = { description: 'true or false', fits: (value) => typeof value === 'boolean' };
const names: Shape = { description: 'a list of names', fits: (value) => isList(value, isText) };

// Published schemas follow the dialect (MCP-LIST-04).
const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    'type',
    {
      description: `one of ${types.join(', ')}, or a list of them`,
      fits: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
    },
  ],
  ['enum', { description: 'a list of at least one value', fits: (value) => Array.isArray(value) && value.length > 0 }],
  ['required', names],
  ['properties', schemaMap],
  ['patternProperties', schemaMap],
  ['dependentSchemas', schemaMap],
  // Publishing replaces an object with the newer keywords.
  ['dependencies', { description: 'an object', fits: isObject }],
  [
    'dependentRequired',
    { description: 'an object of lists of names', fits: (value) => isMap(value, (item) => isList(item, isText)) },
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
  ['multipleOf', { description: 'a number above 0', fits: (value) => Number.isFinite(value) && (value as number) > 0 }],
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

/** Whether a keyword's value is valid. Unknown keywords allow every value. */
export function isWellFormed(keyword: string, value: unknown): boolean {
  return shapes.get(keyword)?.fits(value) ?? true;
}

/** Rejects a schema with invalid keyword values, with any validator. */
export function requireWellFormed(root: JsonSchema): void {
  const error = keywordError(root);
  if (error !== undefined) throw error;
}

/** Rejects regular expressions that validators can't compile. */
export function requireValidPatterns(root: JsonSchema): void {
  const error = patternError(root);
  if (error !== undefined) throw error;
}

/** Whether a schema is sure to compile: it is well-formed, without references and without keywords that ajv may refuse. */
export function isSureToCompile(schema: JsonSchema): boolean {
  const isUncertain = someSchema(schema, (subschema) => uncertainKeywords.some((keyword) => keyword in subschema));
  return !isUncertain && keywordError(schema) === undefined && patternError(schema) === undefined;
}

const uncertainKeywords = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'nullable',
  'unevaluatedItems',
  'unevaluatedProperties',
];

function keywordError(root: JsonSchema): SchemaError | undefined {
  for (const { schema, path } of schemasIn(root)) {
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = shapes.get(keyword);
      if (shape !== undefined && !shape.fits(value)) {
        return invalid(path, `'${keyword}' must be ${shape.description}`);
      }
    }
    const problem = fieldNameProblem(schema);
    if (problem !== undefined) {
      return invalid(path, problem);
    }
  }
  return undefined;
}

function fieldNameProblem({ properties, required }: JsonSchema): string | undefined {
  const fieldNames = [...(isObject(properties) ? Object.keys(properties) : []), ...listOf(required)];
  if (fieldNames.includes('__proto__')) {
    return "no field may be called '__proto__', because inputs with that name are refused";
  }
  const hasLoneSurrogate = fieldNames.some((name) => /\p{Surrogate}/u.test(String(name)));
  return hasLoneSurrogate ? 'a field name has a lone surrogate' : undefined;
}

function patternError(root: JsonSchema): SchemaError | undefined {
  for (const { schema, path } of schemasIn(root)) {
    const invalidPattern = patternsOf(schema).find((pattern) => !compiles(pattern));
    if (invalidPattern !== undefined) {
      return invalid(path, `the pattern ${invalidPattern} is not a regular expression with the u flag`);
    }
  }
  return undefined;
}

/** The regular expressions in a schema, without subschemas. */
function patternsOf(schema: JsonSchema): readonly string[] {
  const { pattern, patternProperties } = schema;
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
  ];
}

function invalid(path: readonly PathSegment[], problem: string): SchemaError {
  const field = fieldOf(path);
  const subject = field === '' ? 'The schema' : `The schema of '${field}'`;
  return new SchemaError('TW_SCHEMA_INVALID', `${subject} is not valid JSON Schema: ${problem}.`, field);
}
