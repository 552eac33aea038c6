import type { Fields } from '../values/json-values.ts';

/** The tool of every server with uploads: it returns the URL for the bytes of a file. */
export const uploadToolId = 'Files.CreateUpload';

/** The pattern of a parameter that takes an uploaded file. Clients recognize the parameter by it. */
export const uploadPattern = '^upload:[A-Za-z0-9_-]+$';

/** Whether a schema describes the reference of an uploaded file. */
export function isUpload({ pattern }: Fields): boolean {
  return pattern === uploadPattern;
}

const fileFormats: ReadonlySet<unknown> = new Set(['base64', 'binary', 'byte']);

/** Whether the string of a schema is a file: an uploaded one, or one as base64. */
export function isFile(schema: Fields): boolean {
  const { contentEncoding, format } = schema;
  return isUpload(schema) || contentEncoding === 'base64' || fileFormats.has(format);
}

// Without a call of `toolName()`, which bundlers would keep for every import of this file.
/**
 * How a model or a program uploads the file of a parameter, in the description of the parameter. Clients of Arcade, which has no
 * patterns, recognize the parameter by it.
 */
export const uploadInstructions =
  'An uploaded file: call Files_CreateUpload first, send the bytes to the url that it returns, and pass its file here, such as upload:….';
