import { defineTool, type JsonSchema, type ToolDefinition } from '@toolwire/core';
import type { UploadStore } from '@toolwire/core/internal';
import { isObject } from '@toolwire/core/wire';
import { ToolError } from '@toolwire/errors';
import { ownerOf, toolName, uploadToolId } from '@toolwire/internal';

/** The name by which models call the tool. */
export const uploadToolName: string = toolName(uploadToolId);

/** A file that the caller announces. */
interface Announced {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
}

const fileName = /^[^/\\:]{1,200}$/;
const mediaType = /^[a-z0-9!#$&^_.+-]{1,64}\/[a-z0-9!#$&^_.+-]{1,64}$/i;

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'The file name without a path, such as report.csv.' },
    content_type: { type: 'string', description: 'The content type, such as text/csv.' },
    size: { type: 'integer', minimum: 0, description: 'The exact number of bytes.' },
  },
  required: ['name', 'content_type', 'size'],
};

const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    file: { type: 'string', description: 'The value for the parameter of the other tool.' },
    method: { type: 'string' },
    url: { type: 'string', description: 'Where to send the bytes, once.' },
    headers: { type: 'object', properties: { 'content-type': { type: 'string' } }, required: ['content-type'] },
    expires_at: { type: 'string', description: 'When the URL expires.' },
  },
  required: ['file', 'method', 'url', 'headers', 'expires_at'],
};

/** The tool that every server with uploads has: it returns the URL for the bytes of one file. */
export function createUploadTool(store: UploadStore): ToolDefinition {
  return defineTool({
    id: uploadToolId,
    version: '1.0.0',
    title: 'Upload a file',
    description:
      "Prepares the upload of a file. Then send its bytes with an HTTP PUT to the returned url, with the returned headers: curl -T FILE -H 'content-type: TYPE' URL. Then pass the returned file to the tool that needs it.",
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    input: selfChecking(inputSchema, announcementProblems),
    output: selfChecking(outputSchema, () => []),
    run: async (input, context) => {
      const { name, content_type, size } = input as Announced;
      const contentType = content_type.toLowerCase();
      const created = await store.create({ name, contentType, size }, ownerOf(context));
      if (!created.ok) {
        const { message, retryAfterMs } = created;
        throw new ToolError(message, { canRetry: retryAfterMs !== undefined, retryAfterMs });
      }
      return {
        file: created.reference,
        method: 'PUT',
        url: created.url,
        headers: { 'content-type': contentType },
        expires_at: new Date(created.expiresAt).toISOString(),
      };
    },
  });
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** A schema with its own check, because a server may have no validator for JSON Schema. */
function selfChecking(schema: JsonSchema, problemsOf: (value: unknown) => readonly Problem[]) {
  return {
    '~standard': {
      version: 1,
      vendor: 'toolwire',
      validate: (value: unknown) => {
        const issues = problemsOf(value);
        return issues.length > 0 ? { issues } : { value };
      },
      jsonSchema: { input: () => schema, output: () => schema },
    },
  } as const;
}

// Control characters, and marks that show a name in another direction.
const invisible = /[\p{Cc}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/u;

function announcementProblems(value: unknown): readonly Problem[] {
  const { name, content_type: contentType, size } = isObject(value) ? value : {};
  // Not a path on any system: Windows ignores dots and spaces at the end, so `.. ` means `..`. Names that only some systems
  // reject or change, such as `CON`, `a?` or `a.`, are accepted.
  const isName = typeof name === 'string' && fileName.test(name) && !invisible.test(name) && !/^[. ]*$/.test(name);
  const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
  return [
    ...(isName ? [] : [{ path: ['name'], message: 'must be a file name without a path, such as report.csv' }]),
    ...(typeof contentType === 'string' && mediaType.test(contentType)
      ? []
      : [{ path: ['content_type'], message: 'must be a content type without parameters, such as text/csv' }]),
    ...(isSize ? [] : [{ path: ['size'], message: 'must be the number of bytes' }]),
  ];
}
