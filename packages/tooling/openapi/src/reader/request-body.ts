import { isRecord, type JsonRecord, listOf, recordOf, textOf, withoutUndefined } from '../base/json.ts';
import { kindOfType } from './media-types.ts';
import type { BodyKind, FieldEncoding, ParameterStyle, RequestBody } from './operation.ts';
import { firstFree } from './parameters.ts';
import { type References, Unsupported } from './references.ts';
import type { SchemaReader } from './schema-reader.ts';

/** The kinds of bodies, the preferred first: JSON describes its fields best. */
const preferredKinds: readonly BodyKind[] = ['json', 'form', 'multipart', 'text', 'binary'];

/** Reads a request body, with the content of the preferred kind. */
export function readRequestBody(
  source: unknown,
  fields: ReadonlySet<string>,
  references: References,
  schemas: SchemaReader,
): RequestBody | undefined {
  if (source === undefined) return undefined;
  const body = references.resolve(source);
  if (!isRecord(body)) throw new Unsupported('The request body is not an object.');
  const contents = Object.entries(recordOf(body.content));
  if (contents.length === 0) return undefined;
  const usable = preferredKinds.flatMap((kind) =>
    contents.filter(([type]) => kindOfType(type) === kind).map((content) => ({ kind, content })),
  );
  const best = usable[0];
  if (best === undefined) {
    throw new Unsupported(
      `The request body is ${contents.map(([type]) => type).join(' or ')}, which is not supported.`,
    );
  }
  const [type, mediaSource] = best.content;
  const media = recordOf(references.resolve(mediaSource));
  if (best.kind === 'multipart' && (media.prefixEncoding !== undefined || media.itemEncoding !== undefined)) {
    throw new Unsupported('The parts of the request body are in an order instead of having names.');
  }
  return {
    field: firstFree(['body', 'requestBody', 'request_body'], fields),
    isRequired: body.required === true,
    ...withoutUndefined({ description: textOf(body.description) }),
    mediaType: type.includes('*') ? 'application/json' : type,
    kind: best.kind,
    schema: readSchema(best.kind, media.schema, references, schemas),
    encoding: readEncoding(recordOf(media.encoding)),
  };
}

function readSchema(kind: BodyKind, schema: unknown, references: References, schemas: SchemaReader) {
  if (kind === 'text') return { type: 'string' };
  if (kind === 'binary') return { type: 'string', contentEncoding: 'base64', description: 'The file, in base64.' };
  return schemas.read(kind === 'multipart' ? withFiles(schema ?? {}, references) : (schema ?? {}), 'input');
}

/** A file in an input: its bytes in base64, with an optional name and type. */
const fileSchema = {
  type: 'object',
  description: 'A file.',
  properties: {
    content: { type: 'string', contentEncoding: 'base64', description: 'The bytes of the file, in base64.' },
    name: { type: 'string', description: 'The name of the file.' },
    type: { type: 'string', description: 'The media type of the file.' },
  },
  required: ['content'],
  additionalProperties: false,
};

/** The schema of a multipart body with objects in place of binary strings. */
function withFiles(source: unknown, references: References, above: readonly unknown[] = []): unknown {
  const schema = references.resolve(source);
  if (!isRecord(schema)) return source;
  if (above.includes(schema)) throw new Unsupported('The schema of the request body is a member of itself.');
  const properties = Object.entries(recordOf(schema.properties)).map(([name, property]): [string, unknown] => [
    name,
    withFile(property, references),
  ]);
  const allOf = Array.isArray(schema.allOf)
    ? { allOf: listOf(schema.allOf).map((one) => withFiles(one, references, [...above, schema])) }
    : {};
  return { ...schema, ...('properties' in schema && { properties: Object.fromEntries(properties) }), ...allOf };
}

function withFile(source: unknown, references: References): unknown {
  const schema = recordOf(references.resolve(source));
  if (isFile(schema)) return { ...fileSchema, description: textOf(schema.description) ?? fileSchema.description };
  const items = recordOf(references.resolve(schema.items));
  return schema.type === 'array' && isFile(items) ? { ...schema, items: fileSchema } : source;
}

function isFile(schema: JsonRecord): boolean {
  return (
    (schema.type === 'string' && schema.format === 'binary') ||
    (schema.contentMediaType === 'application/octet-stream' && schema.contentEncoding === undefined)
  );
}

const fieldStyles: readonly ParameterStyle[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

function readEncoding(encoding: JsonRecord): ReadonlyMap<string, FieldEncoding> {
  return new Map(
    Object.entries(encoding).map(([name, source]) => {
      const { contentType, style: given, explode, allowReserved } = recordOf(source);
      const style = given === undefined ? 'form' : fieldStyles.find((one) => one === given);
      if (style === undefined) throw new Unsupported(`The field '${name}' has the style ${JSON.stringify(given)}.`);
      return [
        name,
        {
          ...withoutUndefined({ mediaType: textOf(contentType) }),
          style,
          explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject',
          allowReserved: allowReserved === true,
          isStyled: given !== undefined || explode !== undefined || allowReserved !== undefined,
        },
      ];
    }),
  );
}
