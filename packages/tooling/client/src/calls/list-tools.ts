import {
  type Fields,
  isArray,
  isObject,
  parseJson,
  readRequirements,
  recordOf,
  textOf,
  toolName,
} from '@toolwire/internal';
import type { JsonSchema, ListedResult, ListedTool, ListResult } from '../listed-tool.ts';
import { checkRequestOptions, type RequestOptions } from '../options/call-options.ts';
import type { ClientSettings } from '../options/client-options.ts';
import { readRefusal, refusalOfNoResponse, unreadableResponse } from '../read/read-refusal.ts';
import type { Reply } from '../send/exchange.ts';
import { request } from '../send/request.ts';

/** Requests the tools of a server. */
export async function listTools(settings: ClientSettings, options: RequestOptions): Promise<ListResult> {
  checkRequestOptions(options);
  // A GET request has no body, so the server uses its latest protocol version (E11).
  const traceparent = settings.traceparent();
  const listRequest = { method: 'GET', path: '/tools', traceparent, read: readListResponse } as const;
  const { result } = await request<ListResult>(listRequest, settings, options);
  return result;
}

function readListResponse(reply: Reply): ListResult {
  if (reply.kind === 'no_response') return refusalOfNoResponse(reply);
  if (reply.status < 200 || reply.status > 299) return readRefusal(reply);
  const listing = reply.body.kind === 'text' ? readListing(parseJson(reply.body.text)) : undefined;
  return listing ?? unreadableResponse(reply);
}

/** Reads a listing of any protocol version. Returns `undefined` if the body is not a listing. */
function readListing(body: unknown): ListedResult | undefined {
  const entries = entriesOf(body);
  if (entries === undefined) return undefined;
  const warnings: string[] = [];
  const tools = entries.flatMap((entry, index) => {
    const tool = isObject(entry) ? readTool(entry, warnings) : undefined;
    if (tool === undefined) warnings.push(`Entry ${index} of the listing has no id and is skipped`);
    return tool ?? [];
  });
  return { kind: 'listed', tools, warnings };
}

// In `tools`, in `items`, or a bare array (E13).
function entriesOf(body: unknown): readonly unknown[] | undefined {
  if (isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const { tools, items } = body;
  if (isArray(tools)) return tools;
  return isArray(items) ? items : undefined;
}

function readTool(entry: Fields, warnings: string[]): ListedTool | undefined {
  const listedId = textOf(entry['id']);
  if (listedId === undefined) return undefined;
  // The version is in the ID, in a separate field, or in both (E15, E16).
  const [id = '', versionInId] = listedId.split('@');
  const version = versionInId ?? textOf(entry['version']) ?? '';
  const toolId = version === '' ? id : `${id}@${version}`;
  const requirements = readRequirements(entry['requirements'], () =>
    warnings.push(`A requirement of '${toolId}' has no id and is skipped`),
  );
  return {
    toolId,
    id,
    version,
    name: textOf(entry['name']) ?? toolName(id),
    description: textOf(entry['description']) ?? '',
    inputSchema: readInputSchema(entry['input_schema']),
    outputSchema: readOutputSchema(entry),
    ...(requirements && { requirements }),
  };
}

const schemaKeywords = ['type', 'properties', '$schema', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

// With or without a wrapper around the parameters (E14). Without a schema any object is valid (E20).
function readInputSchema(schema: unknown): JsonSchema {
  if (!isObject(schema)) return { type: 'object' };
  const { parameters } = schema;
  const isWrapper = isObject(parameters) && !schemaKeywords.some((keyword) => Object.hasOwn(schema, keyword));
  const schemaOfInput = isWrapper ? parameters : schema;
  return Object.keys(schemaOfInput).length === 0 ? { type: 'object' } : schemaOfInput;
}

// Null means that the tool returns nothing, and absent that it may return anything (E17).
function readOutputSchema({ output_schema: schema }: Fields): JsonSchema | null {
  if (schema === null) return null;
  return recordOf(schema);
}
