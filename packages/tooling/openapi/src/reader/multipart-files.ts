import { typesOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonRecord, listOf, own, recordOf, textOf } from '../base/json.ts';
import { isFile } from './content-kind.ts';
import { firstType } from './media-types.ts';
import { type References, Unsupported } from './references.ts';

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

/** The schema of a multipart body, as the input of a tool has it. */
interface MultipartSchema {
  /** The schema with objects in place of files. */
  readonly schema: unknown;
  /** The media types of files, if known, by the names of their fields. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** Reads the files of a multipart body. `encoding` has the media types of fields, which replace those of their schemas. */
export function readFiles(body: unknown, encoding: JsonRecord, references: References): MultipartSchema {
  const files = new Map<string, string | undefined>();
  return { schema: withFiles(body, []), files };

  function withFiles(form: unknown, above: readonly unknown[]): unknown {
    const schema = references.resolve(form);
    if (!isObject(schema)) return form;
    if (above.includes(schema)) throw new Unsupported('The schema of the request body is a member of itself.');
    const properties = mapped(schema.properties, (field, name) => withFile(field, name));
    const members = mappedMembers(schema, (member) => withFiles(member, [...above, schema]));
    return replaced(form, schema, { properties, ...members });
  }

  /** A field that is a file, a list of files, or a union with one of these. */
  function withFile(field: unknown, name: string): unknown {
    const plain = withPlainFile(field, name);
    if (plain !== field) return plain;
    const schema = recordOf(references.resolve(field));
    return replaced(
      field,
      schema,
      mappedMembers(schema, (member) => withPlainFile(member, name)),
    );
  }

  function withPlainFile(source: unknown, name: string): unknown {
    const schema = recordOf(references.resolve(source));
    return replaced(file(source, name), schema, { items: file(schema.items, name) });
  }

  function file(source: unknown, name: string): unknown {
    const schema = references.resolve(source);
    const given = firstType(recordOf(own(encoding, name)).contentType);
    if (!isObject(schema) || !isFile(schema, given)) return source;
    files.set(name, given ?? firstType(schema.contentMediaType) ?? files.get(name));
    return {
      ...fileSchema,
      description: textOf(schema.description) ?? fileSchema.description,
      nullable: schema.nullable === true || schema['x-nullable'] === true || typesOf(schema).includes('null'),
    };
  }
}

const compositions = ['allOf', 'anyOf', 'oneOf'] as const;

function mappedMembers(schema: JsonRecord, change: (member: unknown) => unknown): JsonRecord {
  return Object.fromEntries(compositions.map((keyword) => [keyword, mapped(schema[keyword], change)]));
}

/** Changes the members of a list or an object. It stays the same object if no member changed. */
function mapped(members: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(members)) {
    const items = listOf(members).map((member, index) => change(member, String(index)));
    return items.every((item, index) => item === members[index]) ? members : items;
  }
  const entries = Object.entries(recordOf(members)).map(([name, member]) => ({
    name,
    member,
    now: change(member, name),
  }));
  if (entries.every(({ member, now }) => member === now)) return members;
  return Object.fromEntries(entries.map(({ name, now }) => [name, now]));
}

/** A copy of a schema with other parts. Without any, it is `source`, which may be a reference. */
function replaced(source: unknown, schema: JsonRecord, parts: JsonRecord): unknown {
  const changed = Object.entries(parts).filter(([keyword, part]) => part !== schema[keyword]);
  return changed.length === 0 ? source : { ...schema, ...Object.fromEntries(changed) };
}
