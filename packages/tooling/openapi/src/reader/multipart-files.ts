import { type Fields, isObject, listOf, own, recordOf, textOf } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';
import { firstType, isFile } from './media-types.ts';
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

/** The schema of a multipart body in the input of a tool. */
interface MultipartSchema {
  /** The schema with objects in place of files. */
  readonly schema: unknown;
  /** The media types of files, if known, by the names of their fields. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** Reads the files of a multipart body. The media types in `encoding` have precedence over those in the schemas. */
export function readFiles(body: unknown, encoding: Fields, references: References): MultipartSchema {
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
