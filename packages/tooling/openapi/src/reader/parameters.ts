import { type Fields, isObject, listOf, recordOf, textOf, unusedName, withoutUndefined } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';
import type { Parameter } from './document-model.ts';
import { isJsonType, kindOfType } from './media-types.ts';
import {
  defaultStyle,
  explodesByDefault,
  type ParameterLocation,
  type ParameterStyle,
  stylesOf,
} from './parameter-style.ts';
import { type References, Unsupported } from './references.ts';
import type { SchemaReader } from './schema-reader.ts';

// OpenAPI ignores parameters with these names, because the request sets these headers itself.
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** Returns the parameters of a path and its operation. A parameter of the operation replaces the same parameter of the path. */
export function mergeParameters(
  pathParameters: unknown,
  operationParameters: unknown,
  references: References,
): readonly Fields[] {
  const merged = new Map<string, Fields>();
  for (const source of [...listOf(pathParameters), ...listOf(operationParameters)]) {
    const parameter = references.resolve(source);
    if (!isObject(parameter)) throw new Unsupported('A parameter is not an object.');
    const { in: location, name } = parameter;
    // The case of a header's name has no meaning.
    merged.set(`${String(location)} ${location === 'header' ? String(name).toLowerCase() : String(name)}`, parameter);
  }
  return [...merged.values()];
}

/** Reads parameters. Each one gets a unique field of the tool's input. */
export function readParameters(
  parameters: readonly Fields[],
  references: References,
  schemas: SchemaReader,
): readonly Parameter[] {
  const fields = new Set<string>();
  const isWhole = parameters.some(({ in: location }) => location === 'querystring');
  if (isWhole && parameters.some(({ in: location }) => location === 'query')) {
    throw new Unsupported(
      'It has parameters with in: query and with in: querystring, and OpenAPI allows only one of these kinds.',
    );
  }
  return parameters
    .filter(({ in: location, name }) => !(location === 'header' && ignoredHeaders.has(String(name).toLowerCase())))
    .map((parameter) => readParameter(parameter, fields, references, schemas));
}

function readParameter(
  parameter: Fields,
  fields: Set<string>,
  references: References,
  schemas: SchemaReader,
): Parameter {
  const { name, in: location } = parameter;
  if (typeof name !== 'string' || name === '') throw new Unsupported('A parameter has no name.');
  if (!isLocation(location)) {
    throw new Unsupported(`The parameter '${name}' is in ${JSON.stringify(location)}, which is not supported.`);
  }
  if (location === 'path' && parameter.allowReserved === true) {
    throw new Unsupported(`The parameter '${name}' may change the path, because it allows reserved characters.`);
  }
  const [mediaType, media] = Object.entries(recordOf(parameter.content))[0] ?? [];
  const isWholeForm = location === 'querystring' && mediaType !== undefined && kindOfType(mediaType) === 'form';
  if (location === 'querystring' && mediaType === undefined) {
    throw new Unsupported(`The parameter '${name}' is in 'querystring', so it needs 'content' with a media type.`);
  }
  if (mediaType !== undefined && !isJsonType(mediaType) && !isWholeForm) {
    throw new Unsupported(`The parameter '${name}' is sent as ${mediaType}, which is not supported.`);
  }
  const style = readStyle(name, parameter.style, location);
  const source =
    mediaType === undefined ? (parameter.schema ?? {}) : (recordOf(references.resolve(media)).schema ?? {});
  const isJson = mediaType !== undefined && !isWholeForm;
  if (mediaType === undefined) rejectNesting(name, source, style, references);
  return {
    name,
    in: location,
    field: reserveField(name, location, fields),
    isRequired: parameter.required === true || location === 'path',
    ...withoutUndefined({ description: textOf(parameter.description) }),
    style,
    explode: typeof parameter.explode === 'boolean' ? parameter.explode : explodesByDefault(style),
    allowReserved: parameter.allowReserved === true,
    isJson,
    schema: schemas.read(source, 'input'),
  };
}

function isLocation(location: unknown): location is ParameterLocation {
  return typeof location === 'string' && Object.hasOwn(stylesOf, location);
}

function readStyle(name: string, style: unknown, location: ParameterLocation): ParameterStyle {
  const styles = stylesOf[location];
  const knownStyle = style === undefined ? defaultStyle(location) : styles.find((known) => known === style);
  if (knownStyle !== undefined) return knownStyle;
  throw new Unsupported(`The parameter '${name}' in ${location} has the style ${JSON.stringify(style)}.`);
}

/** Rejects nested lists and objects, for which only the style `deepObject` has a rule. */
function rejectNesting(name: string, source: unknown, style: ParameterStyle, references: References): void {
  if (style === 'deepObject') return;
  const schema = withoutNull(source, references);
  const members = [schema.items, ...Object.values(recordOf(schema.properties))];
  const isNested = members.some((member) => {
    const types = typesOf(withoutNull(member, references));
    return types.some((type) => type === 'array' || type === 'object');
  });
  if (isNested) {
    throw new Unsupported(
      `The parameter '${name}' has nested lists or objects, for which the style '${style}' has no rule.`,
    );
  }
}

/** Returns a schema merged with the member of `anyOf`, `oneOf` or `allOf`, if there is only one besides null. */
function withoutNull(source: unknown, references: References): Fields {
  const schema = recordOf(references.resolve(source));
  const members = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(listOf);
  const resolved = members.map((member) => recordOf(references.resolve(member)));
  const [first, second] = resolved.filter(({ type }) => type !== 'null');
  return first !== undefined && second === undefined ? { ...schema, ...first } : schema;
}

/** Returns the first unused name, or the last name with a number. */
export function firstUnusedName(names: readonly [string, ...string[]], used: ReadonlySet<string>): string {
  const isUsed = (name: string) => used.has(name);
  return names.find((name) => !isUsed(name)) ?? unusedName(names.at(-1) ?? names[0], isUsed, '_');
}

/** Returns a field name of characters that model APIs accept. */
function reserveField(name: string, location: ParameterLocation, fields: Set<string>): string {
  const plainName = name.replaceAll(/[^A-Za-z0-9_.-]+/gu, '_').replaceAll(/^_+|_+$/gu, '') || 'parameter';
  const field = firstUnusedName([plainName, `${plainName}_${location}`], fields);
  fields.add(field);
  return field;
}
