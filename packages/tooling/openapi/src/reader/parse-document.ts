import { StartUpError } from '@toolwire/internal';
import { parse } from 'yaml';
import { isRecord, type JsonRecord } from '../base/json.ts';

// YAML aliases can make a small file huge. This allows those of real documents.
const maxAliases = 10_000;

/** Reads JSON or YAML; an object is returned as it is. `name` is for the error. */
export function parseDocument(name: string, source: string | object): JsonRecord {
  const content = typeof source === 'string' ? parseText(name, source) : source;
  if (isRecord(content)) return content;
  throw new StartUpError('TW_OPENAPI_DOCUMENT', `${name} must be an object in JSON or YAML.`);
}

function parseText(name: string, source: string): unknown {
  try {
    // JSON.parse is some fifty times as fast as a reader of YAML.
    if (/^\s*\{/u.test(source)) return JSON.parse(source);
  } catch {
    // A YAML mapping may begin with a brace too.
  }
  try {
    return parse(source, { maxAliasCount: maxAliases, logLevel: 'error' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : 'unknown error';
    throw new StartUpError('TW_OPENAPI_DOCUMENT', `${name} is neither JSON nor YAML: ${reason}`, { cause });
  }
}

/** Where a document doesn't follow the OpenAPI specification. */
export async function problemsOf(document: JsonRecord): Promise<readonly string[]> {
  // It brings the schemas of four versions along, so it is loaded only when it is needed.
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const { errors } = await new Validator().validate(document);
  if (errors === undefined) return [];
  // The validator can't follow references to files. Those to files that were not given are listed with their operations.
  if (typeof errors === 'string') return errors.endsWith('only internal refs are supported.') ? [] : [errors];
  return [...new Set(errors.map(({ instancePath, message }) => `${instancePath || '/'}: ${message ?? 'is invalid'}`))];
}
