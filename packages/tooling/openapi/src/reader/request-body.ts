import type { JsonSchema } from '@toolwire/core';
import { isRecord, type JsonRecord, own, recordOf, textOf, withoutUndefined } from '../base/json.ts';
import { kindOfContent } from './content-kind.ts';
import { defaultTypes, firstType, isRange } from './media-types.ts';
import { readFiles } from './multipart-files.ts';
import { type BodyKind, type FieldEncoding, isExploded, type ParameterStyle, type RequestBody } from './operation.ts';
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
    contents
      .filter(([type, media]) => kindOfContent(type, media, references) === kind)
      .map((content) => ({ kind, content })),
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
  const encoding = recordOf(media.encoding);
  const plain = { schema: media.schema ?? {}, files: new Map<string, string | undefined>() };
  const { schema, files } = best.kind === 'multipart' ? readFiles(plain.schema, encoding, references) : plain;
  return {
    field: firstFree(['body', 'requestBody', 'request_body'], fields),
    isRequired: body.required === true,
    ...withoutUndefined({ description: textOf(body.description) }),
    mediaType: isRange(type) ? defaultTypes[best.kind] : type,
    kind: best.kind,
    schema: readSchema(best.kind, schema, schemas),
    encoding: readEncoding(encoding, files),
  };
}

function readSchema(kind: BodyKind, schema: unknown, schemas: SchemaReader): JsonSchema {
  if (kind === 'text') return { type: 'string' };
  if (kind === 'binary') return { type: 'string', contentEncoding: 'base64', description: 'The file, in base64.' };
  return schemas.read(schema, 'input');
}

const fieldStyles: readonly ParameterStyle[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

/** How fields are written: those that the document has an encoding for, and files. */
function readEncoding(
  encoding: JsonRecord,
  files: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string, FieldEncoding> {
  const names = new Set([...Object.keys(encoding), ...files.keys()]);
  return new Map(
    [...names].map((name) => {
      const { contentType, style: given, explode, allowReserved } = recordOf(own(encoding, name));
      const style = given === undefined ? 'form' : fieldStyles.find((one) => one === given);
      if (style === undefined) throw new Unsupported(`The field '${name}' has the style ${JSON.stringify(given)}.`);
      return [
        name,
        {
          ...withoutUndefined({ mediaType: firstType(contentType) ?? files.get(name) }),
          style,
          explode: typeof explode === 'boolean' ? explode : isExploded(style),
          allowReserved: allowReserved === true,
          isStyled: given !== undefined || explode !== undefined || allowReserved !== undefined,
          isFile: files.has(name),
        },
      ];
    }),
  );
}
