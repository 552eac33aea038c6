import { typesOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonRecord, listOf, recordOf, textOf, withoutUndefined } from '../base/json.ts';
import { isJsonType, kindOfType } from './media-types.ts';
import { defaultStyle, isExploded, type Parameter, type ParameterLocation, type ParameterStyle } from './operation.ts';
import { type References, Unsupported } from './references.ts';
import type { SchemaReader } from './schema-reader.ts';

/** The styles that each location may have. */
const stylesOf: Readonly<Record<ParameterLocation, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  querystring: ['form'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

// OpenAPI: parameters with these names are ignored; the request has its own.
const ownHeaders = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of a path and of its operation, references followed; those of the operation replace those of the path. */
export function mergeParameters(ofPath: unknown, ofOperation: unknown, references: References): readonly JsonRecord[] {
  const merged = new Map<string, JsonRecord>();
  for (const reference of [...listOf(ofPath), ...listOf(ofOperation)]) {
    const parameter = references.resolve(reference);
    if (!isObject(parameter)) throw new Unsupported('A parameter is not an object.');
    merged.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter);
  }
  return [...merged.values()];
}

/** Reads parameters. Each gets a field of the tool's input, whose names are unique. */
export function readParameters(
  parameters: readonly JsonRecord[],
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
    .filter(({ in: location, name }) => !(location === 'header' && ownHeaders.has(String(name).toLowerCase())))
    .map((parameter) => readParameter(parameter, fields, references, schemas));
}

function readParameter(
  parameter: JsonRecord,
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
  if (mediaType === undefined) checkShape(name, source, style, references);
  return {
    name,
    in: location,
    field: freeField(name, location, fields),
    isRequired: parameter.required === true || location === 'path',
    ...withoutUndefined({ description: textOf(parameter.description) }),
    style,
    explode: typeof parameter.explode === 'boolean' ? parameter.explode : isExploded(style),
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
  const known = style === undefined ? defaultStyle(location) : styles.find((one) => one === style);
  if (known === undefined) {
    throw new Unsupported(`The parameter '${name}' in ${location} has the style ${JSON.stringify(style)}.`);
  }
  return known;
}

/** Only `deepObject` has a form for lists and objects inside of others. */
function checkShape(name: string, source: unknown, style: ParameterStyle, references: References): void {
  if (style === 'deepObject') return;
  const schema = withoutNull(source, references);
  const inner = [schema.items, ...Object.values(recordOf(schema.properties))];
  const isNested = inner.some((one) => {
    const types = typesOf(withoutNull(one, references));
    return types.some((type) => type === 'array' || type === 'object');
  });
  if (isNested) {
    throw new Unsupported(
      `The parameter '${name}' has lists or objects inside of others, for which the style '${style}' has no rule.`,
    );
  }
}

/** The schema, or the only member of its `anyOf`, `oneOf` or `allOf` next to null. */
function withoutNull(source: unknown, references: References): JsonRecord {
  const schema = recordOf(references.resolve(source));
  const members = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(listOf);
  const others = members.map((member) => recordOf(references.resolve(member))).filter(({ type }) => type !== 'null');
  const [only] = others;
  return others.length === 1 && only !== undefined ? { ...schema, ...only } : schema;
}

/** The first name that is not taken, or the last one with a number. */
export function firstFree(names: readonly string[], taken: ReadonlySet<string>): string {
  let free = names.find((name) => !taken.has(name));
  for (let count = 2; free === undefined; count++) {
    const numbered = `${names.at(-1)}_${count}`;
    if (!taken.has(numbered)) free = numbered;
  }
  return free;
}

/** A name that models take as a field. */
function freeField(name: string, location: ParameterLocation, taken: Set<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]+/gu, '_').replaceAll(/^_+|_+$/gu, '') || 'parameter';
  const field = firstFree([plain, `${plain}_${location}`], taken);
  taken.add(field);
  return field;
}
