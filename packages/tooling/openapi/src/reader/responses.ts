import { type Fields, recordOf, textOf, withoutUndefined } from '@toolwire/internal';
import type { ApiResponse } from './document-model.ts';
import { kindOfContent } from './media-types.ts';
import type { References } from './references.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Reads the responses that an operation declares. */
export function readResponses(
  responses: Fields,
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
          const hasSchema = schema !== undefined && kindOfContent(mediaType, media, references) === 'json';
          return { mediaType, ...(hasSchema && { readSchema: () => schemas.read(schema, 'output') }) };
        }),
      };
    });
}

/** Returns the media types of successful responses, each once. */
export function acceptedTypes(responses: readonly ApiResponse[]): readonly string[] {
  const successful = responses.filter(({ status }) => /^2|^default$/u.test(status));
  return [...new Set(successful.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)))];
}
