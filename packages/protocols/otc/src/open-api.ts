import type { ToolInfo } from '@toolwire/core';
import { jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse, ToolPage, WireRoute } from '@toolwire/core/wire';
import { cachedBy, createOpenApiDocument, type OpenApiInfo, type OpenApiTool } from '@toolwire/internal';
import { refusalMeanings } from './http-status.ts';
import type { OtcSettings } from './options.ts';

/** `GET /openapi.json`, an extension of the standard. It describes the tools that the caller may see. */
export function openApiRoute(settings: OtcSettings, info: OpenApiInfo, refuse: WireRoute['refuse']): WireRoute {
  const refusals = refusalMeanings(settings);
  const bodyOf = cachedBy(({ tools }: ToolPage) =>
    JSON.stringify(createOpenApiDocument(tools.map(described), info, refusals)),
  );
  const headers = { ...jsonHeaders, 'cache-control': 'private, no-cache' };
  const reply = (page: ToolPage): HttpResponse => ({ status: 200, headers, body: bodyOf(page) });
  return {
    method: 'GET',
    path: `${settings.prefix}/openapi.json`,
    op: 'list',
    accept: () => ({ op: 'list', reply }),
    refuse,
  };
}

function described({ inputSchema, outputSchema, deprecation, ...tool }: ToolInfo): OpenApiTool {
  return {
    ...tool,
    input: inputSchema,
    output: outputSchema ?? { type: 'null' },
    isDeprecated: deprecation !== undefined,
  };
}
