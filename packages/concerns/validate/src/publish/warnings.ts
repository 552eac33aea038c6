import { isObject, type JsonSchema, listOf, own, type PathSegment } from '../base/json.ts';
import { SchemaError } from '../base/schema-error.ts';
import { fieldOf, visitSchemas } from '../keywords/subschemas.ts';
import { isSlowPattern } from './slow-pattern.ts';
import { patternsOf } from './well-formed.ts';

/** Parameters without a description (OTC-DEF-10); in strict mode they are an error, all named at once. */
export function missingDescriptions(inputSchema: JsonSchema, strict: boolean): readonly string[] {
  const names = undescribed(inputSchema);
  if (strict && names.length > 0) {
    const list = names.map((name) => `'${name}'`).join(', ');
    throw new SchemaError(
      'TW_SCHEMA_DESCRIPTION',
      `Parameters without a description: ${list}. Say what each is for: models choose values by it (OTC-DEF-10).`,
      names[0],
    );
  }
  return names.map(
    (name) =>
      `The parameter '${name}' has no description. Say what it is for: models choose its value by it (OTC-DEF-10).`,
  );
}

function undescribed(inputSchema: JsonSchema): readonly string[] {
  const { properties = {} } = inputSchema;
  if (!branchKeywords.some((keyword) => Object.hasOwn(inputSchema, keyword)) && isObject(properties)) {
    return Object.keys(properties).filter((name) => !isDescribed(properties[name]));
  }
  return [...parametersOf(inputSchema)].filter(([, schema]) => !isDescribed(schema)).map(([name]) => name);
}

const branchKeywords = ['allOf', 'anyOf', 'oneOf'];

/** Patterns that a caller's text can hang. */
export function slowPatterns(schema: JsonSchema): readonly string[] {
  const warnings: string[] = [];
  visitSchemas(schema, (subschema, path) => {
    warnings.push(
      ...patternsOf(subschema)
        .filter(isSlowPattern)
        .map((pattern) => slowText(pattern, path)),
    );
  });
  return warnings;
}

/** The warning of a pattern that a caller's text can hang. */
export function slowText(pattern: string, path: readonly PathSegment[]): string {
  return `${patternWords(pattern, path)} repeats what itself repeats: a short text can hold the server for minutes. Repeat once, and set a maxLength.`;
}

/** The warning of a pattern that is not published, because other validators cannot read it. */
export function notPublishedText(pattern: string, path: readonly PathSegment[]): string {
  return `${patternWords(pattern, path)} does not compile with the u flag, which JSON Schema validators use, and is not published. Write it so that it does.`;
}

function patternWords(pattern: string, path: readonly PathSegment[]): string {
  const field = fieldOf(path);
  return `The pattern ${pattern}${field === '' ? '' : ` of '${field}'`}`;
}

/** The parameters of an input schema, also those that only some branches of a union have. */
export function parametersOf(schema: JsonSchema): ReadonlyMap<string, unknown> {
  const parameters = new Map<string, unknown>();
  collectParameters(schema, parameters);
  return parameters;
}

function collectParameters(schema: unknown, into: Map<string, unknown>): void {
  if (!isObject(schema)) {
    return;
  }
  const properties = own(schema, 'properties');
  if (isObject(properties)) {
    for (const name of Object.keys(properties)) {
      const subschema = properties[name];
      if (!into.has(name) || isDescribed(subschema)) {
        into.set(name, subschema);
      }
    }
  }
  for (const keyword of branchKeywords) {
    for (const branch of listOf(own(schema, keyword))) {
      collectParameters(branch, into);
    }
  }
}

function isDescribed(schema: unknown): boolean {
  const description = isObject(schema) ? own(schema, 'description') : undefined;
  return typeof description === 'string' && description.trim() !== '';
}
