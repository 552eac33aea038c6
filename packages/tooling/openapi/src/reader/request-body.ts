import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject, listOf, own, recordOf, textOf, withoutUndefined } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';
import type { BodyKind, FieldEncoding, RequestBody } from './document-model.ts';
import { defaultTypes, firstType, isFile, isRange, kindOfContent } from './media-types.ts';
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

/** The schema of a multipart body in the input of a tool. */
interface MultipartSchema {
  /** The schema with objects in place of files. */
  readonly schema: unknown;
  /** The media types of files, if known, by the names of their fields. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** Reads the files of a multipart body. The media types in `encoding` have precedence over those in the schemas. */
function readFiles(body: unknown, encoding: Fields, references: References): MultipartSchema {
  const files = new Map<string, string | undefined>();
  return { schema: withFiles(body, []), files };

  function withFiles(form: unknown, parents: readonly unknown[]): unknown {
    const schema = references.resolve(form);
    if (!isObject(schema)) return form;
    if (parents.includes(schema)) throw new Unsupported('The schema of the request body is a member of itself.');
    const properties = mapped(schema.properties, withFile);
    const members = mappedMembers(schema, (member) => withFiles(member, [...parents, schema]));
    return replaced(form, schema, { properties, ...members });
  }

  /** Reads a field that is a file, a list of files, or a union with one of these. */
  function withFile(field: unknown, name: string): unknown {
    const plainFile = withPlainFile(field, name);
    if (plainFile !== field) return plainFile;
    const schema = recordOf(references.resolve(field));
    const members = mappedMembers(schema, (member) => withPlainFile(member, name));
    return replaced(field, schema, members);
  }

  /** Reads a field that is a file or a list of files. */
  function withPlainFile(source: unknown, name: string): unknown {
    const schema = recordOf(references.resolve(source));
    return replaced(singleFile(source, name), schema, { items: singleFile(schema.items, name) });
  }

  function singleFile(source: unknown, name: string): unknown {
    const schema = references.resolve(source);
    const encodedType = firstType(recordOf(own(encoding, name)).contentType);
    if (!isObject(schema) || !isFile(schema, encodedType)) return source;
    files.set(name, encodedType ?? firstType(schema.contentMediaType) ?? files.get(name));
    return {
      ...fileSchema,
      description: textOf(schema.description) ?? fileSchema.description,
      nullable: schema.nullable === true || schema['x-nullable'] === true || typesOf(schema).includes('null'),
    };
  }
}

const compositions = ['allOf', 'anyOf', 'oneOf'] as const;

function mappedMembers(schema: Fields, change: (member: unknown) => unknown): Fields {
  return Object.fromEntries(compositions.map((keyword) => [keyword, mapped(schema[keyword], change)]));
}

/** Changes the members of a list or an object. Returns the same object if no member changes. */
function mapped(members: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(members)) {
    const items = listOf(members).map((member, index) => change(member, String(index)));
    return items.every((item, index) => item === members[index]) ? members : items;
  }
  const fields = recordOf(members);
  const entries = Object.entries(fields).map(([name, member]) => [name, change(member, name)] as const);
  return entries.every(([name, member]) => member === fields[name]) ? members : Object.fromEntries(entries);
}

/** Copies a schema with the parts that changed. Without changes it returns `source`, which may be a reference. */
function replaced(source: unknown, schema: Fields, parts: Fields): unknown {
  const changed = Object.entries(parts).filter(([keyword, part]) => part !== schema[keyword]);
  return changed.length === 0 ? source : { ...schema, ...Object.fromEntries(changed) };
}
