import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject, own, recordOf, textOf, withoutUndefined } from '@toolwire/internal';
import type { BodyKind, FieldEncoding, RequestBody } from './document-model.ts';
import { defaultTypes, firstType, isRange, kindOfContent } from './media-types.ts';
import { readFiles } from './multipart-files.ts';
import { explodesByDefault, stylesOf } from './parameter-style.ts';
import { firstUnusedName } from './parameters.ts';
import { type References, Unsupported } from './references.ts';
import type { SchemaReader } from './schema-reader.ts';

/** The kinds of bodies in the order of preference: JSON describes its fields best. */
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
  if (!isObject(body)) throw new Unsupported('The request body is not an object.');
  const contents = Object.entries(recordOf(body.content));
  if (contents.length === 0) return undefined;
  const kinds = contents.map(([type, media]) => kindOfContent(type, media, references));
  const kind = preferredKinds.find((preferred) => kinds.includes(preferred));
  const content = kind === undefined ? undefined : contents[kinds.indexOf(kind)];
  if (kind === undefined || content === undefined) {
    const types = contents.map(([type]) => type).join(' or ');
    throw new Unsupported(`The request body is ${types}, which is not supported.`);
  }
  const [type, mediaSource] = content;
  const media = recordOf(references.resolve(mediaSource));
  if (kind === 'multipart' && (media.prefixEncoding !== undefined || media.itemEncoding !== undefined)) {
    throw new Unsupported('The parts of the request body are in an order instead of having names.');
  }
  const encoding = recordOf(media.encoding);
  const plain = { schema: media.schema ?? {}, files: new Map<string, string | undefined>() };
  const { schema, files } = kind === 'multipart' ? readFiles(plain.schema, encoding, references) : plain;
  return {
    field: firstUnusedName(['body', 'requestBody', 'request_body'], fields),
    isRequired: body.required === true,
    ...withoutUndefined({ description: textOf(body.description) }),
    mediaType: isRange(type) ? defaultTypes[kind] : type,
    kind,
    schema: readSchema(kind, schema, schemas),
    encoding: readEncoding(encoding, files),
  };
}

function readSchema(kind: BodyKind, schema: unknown, schemas: SchemaReader): JsonSchema {
  if (kind === 'text') return { type: 'string' };
  if (kind === 'binary') return { type: 'string', contentEncoding: 'base64', description: 'The file, in base64.' };
  return schemas.read(schema, 'input');
}

/** Reads how fields are written, if the document has an encoding for them or they are files. They have the styles of a query. */
function readEncoding(
  encoding: Fields,
  files: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string, FieldEncoding> {
  const names = new Set([...Object.keys(encoding), ...files.keys()]);
  return new Map(
    [...names].map((name) => {
      const { contentType, style: declaredStyle, explode, allowReserved } = recordOf(own(encoding, name));
      const style = declaredStyle === undefined ? 'form' : stylesOf.query.find((known) => known === declaredStyle);
      if (style === undefined) {
        throw new Unsupported(`The field '${name}' has the style ${JSON.stringify(declaredStyle)}.`);
      }
      return [
        name,
        {
          ...withoutUndefined({ mediaType: firstType(contentType) ?? files.get(name) }),
          style,
          explode: typeof explode === 'boolean' ? explode : explodesByDefault(style),
          allowReserved: allowReserved === true,
          isStyled: declaredStyle !== undefined || explode !== undefined || allowReserved !== undefined,
          isFile: files.has(name),
        },
      ];
    }),
  );
}
