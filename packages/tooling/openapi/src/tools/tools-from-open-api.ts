import type { ToolDefinition } from '@toolwire/core';
import { StartupError } from '@toolwire/internal';
import { createHttpClient } from '../call/http-client.ts';
import type { OpenApiDocument, UnsupportedOperation } from '../reader/document-model.ts';
import { readOpenApi } from '../reader/read-open-api.ts';
import { readOptions, type ToolsFromOpenApiOptions } from './options.ts';
import { nameHint, selectOperations } from './select-operations.ts';
import { createToolIds, toolkitName } from './tool-ids.ts';
import { toolOfOperation } from './tool-of-operation.ts';

/** The tools of an API. */
export interface OpenApiTools {
  readonly tools: readonly ToolDefinition[];
  /** The chosen operations that can't become tools, each with its reason. */
  readonly unsupported: readonly UnsupportedOperation[];
  /** Violations of the OpenAPI specification in the document. */
  readonly problems: readonly string[];
}

/** Creates tools from the operations of an OpenAPI document: JSON or YAML as text, or an object. */
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
  const hosts = settings.baseUrl === undefined ? [] : [new URL(settings.baseUrl).hostname];
  const client = createHttpClient([...settings.privateHosts, ...hosts]);
  const idOf = createToolIds(toolkitName(settings.toolkit, document.title));
  const unsupported = [...selected.unsupported];
  const tools: ToolDefinition[] = [];
  for (const operation of selected.operations) {
    const tool = toolOfOperation(operation, { idOf, client, settings });
    if ('reason' in tool) unsupported.push(tool);
    else tools.push(tool);
  }
  return { tools, unsupported, problems: document.problems };
}

function checkSchemes({ operations }: OpenApiDocument, names: readonly string[]): void {
  const known = operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme.id));
  checkKeys('auth', names, new Set(known));
}

type NamingOption = 'auth' | 'select' | 'paging';

/** Rejects a key that the document doesn't have, so that a misspelled key is not ignored. */
function checkKeys(option: NamingOption, names: readonly string[], known: ReadonlySet<string>): void {
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const hint = nameHint(option === 'auth' ? 'security schemes' : 'operations', unknown, known);
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
