import { type JsonRecord, recordOf, textOf, withoutUndefined } from '../base/json.ts';
import { isJsonType } from './media-types.ts';
import type { ApiResponse } from './operation.ts';
import type { References } from './references.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Reads the responses that an operation declares. */
export function readResponses(
  responses: JsonRecord,
  references: References,
  schemas: SchemaReader,
): readonly ApiResponse[] {
  return Object.entries(responses)
    .filter(([status]) => /^[1-5](?:\d\d|XX)$|^default$/iu.test(status))
    .map(([status, source]) => {
      const response = recordOf(references.resolve(source));
      return {
        status: status === 'default' ? status : status.toUpperCase(),
        ...withoutUndefined({ description: textOf(response.description) }),
        content: Object.entries(recordOf(response.content)).map(([mediaType, media]) => {
          const { schema } = recordOf(references.resolve(media));
          return {
            mediaType,
            ...(schema !== undefined && isJsonType(mediaType) && { readSchema: () => schemas.read(schema, 'output') }),
          };
        }),
      };
    });
}
