import type { ToolDefinition } from '@toolwire/core';
import { nearestName, StartupError } from '@toolwire/internal';
import { createHttpClient } from '../call/http-client.ts';
import type { OpenApiDocument, UnsupportedOperation } from '../reader/operation.ts';
import { readOpenApi } from '../reader/read-open-api.ts';
import { readOptions, type ToolsFromOpenApiOptions } from './options.ts';
import { selectOperations } from './select-operations.ts';
import { createToolIds, toolkitName } from './tool-names.ts';
import { toolOf } from './tool-of-operation.ts';

/** The tools of an API. */
export interface OpenApiTools {
  readonly tools: readonly ToolDefinition[];
  /** The chosen operations that can't become tools, each with its reason. */
  readonly unsupported: readonly UnsupportedOperation[];
  /** Where the document doesn't follow the OpenAPI specification. */
  readonly problems: readonly string[];
}

/** Makes tools of the operations of an OpenAPI document: JSON or YAML as text, or an object. */
export async function toolsFromOpenApi(
  source: string | object,
  options: ToolsFromOpenApiOptions,
): Promise<OpenApiTools> {
  const settings = readOptions(options);
  const { files, validate, overlays } = options;
  const document = await readOpenApi(source, { files, validate, overlays });
  const selected = selectOperations(document, settings.include, settings.exclude);
  const ids = new Set(selected.operations.map(({ id }) => id));
  checkKeys('select', Object.keys(settings.select), ids);
  checkKeys('paging', Object.keys(settings.paging), ids);
  checkSchemes(document, Object.keys(settings.auth));
  const hosts = settings.baseUrl === undefined ? [] : [hostOf(settings.baseUrl)];
  const client = createHttpClient([...settings.privateHosts, ...hosts]);
  const idOf = createToolIds(toolkitName(settings.toolkit, document.title));
  const unsupported = [...selected.unsupported];
  const tools: ToolDefinition[] = [];
  for (const operation of selected.operations) {
    const tool = toolOf(operation, { idOf, client, settings });
    if ('reason' in tool) {
      const { id, method, path, tags } = operation;
      unsupported.push({ id, method, path, tags, reason: tool.reason });
    } else tools.push(tool);
  }
  return { tools, unsupported, problems: document.problems };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}

function checkSchemes({ operations }: OpenApiDocument, given: readonly string[]): void {
  const known = operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme.id));
  checkKeys('auth', given, new Set(known));
}

type NamingOption = 'auth' | 'select' | 'paging';

/** Refuses a key that names no part of the document, so that a misspelled one is not ignored. */
function checkKeys(option: NamingOption, given: readonly string[], known: ReadonlySet<string>): void {
  const unknown = given.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  const hint =
    nearest === undefined ? `Known are ${[...known].slice(0, 5).join(', ') || 'none'}.` : `Did you mean '${nearest}'?`;
  if (option === 'auth') {
    throw new StartupError(
      'TW_OPENAPI_AUTH',
      `auth names the security scheme '${unknown}', which no operation uses. ${hint}`,
    );
  }
  throw new StartupError(
    'TW_OPENAPI_INCLUDE',
    `${option} names the operation '${unknown}', which is not included. ${hint}`,
  );
}
