import { andThen } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { resultResponse, resultTypes } from '../json-rpc/json-rpc.ts';
import type { Method } from '../json-rpc/message-context.ts';
import type { ModernRequest } from '../json-rpc/requests.ts';
import { modernRevision } from '../json-rpc/revisions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { metaOf, serverMetaOf } from '../tools/encode-result.ts';
import { cacheHints, cacheScopeOf } from './cache-hints.ts';

/** `server/discover`: returns the supported version and the capabilities. */
export function discover({ settings, tasks, features }: ServerContext): Method<ModernRequest> {
  const { instructions, logging, ttlMs } = settings;
  const meta = metaOf(serverMetaOf(settings));
  const base = {
    // Declared even if the server has no tools at the moment. MCP-LIST-01
    tools: { listChanged: true },
    ...(logging && { logging: {} }),
  };
  return ({ id }, context) =>
    andThen(
      features.capabilities(context, modernRevision, { lists: true, resources: true }),
      ({ extensions: uiExtensions, ...more }) => {
        const { extensions: taskExtensions } = tasks.modern.capabilities(context);
        const extensions = { ...Object(taskExtensions), ...Object(uiExtensions) } as Fields;
        const capabilities = { ...base, ...more, ...(Object.keys(extensions).length > 0 && { extensions }) };
        // UIs belong to tools, and callers may see different tools.
        const hidesTools = context.service.hidesTools;
        const result = { supportedVersions: [modernRevision.version], capabilities, instructions };
        const isPublic = uiExtensions === undefined && !hidesTools;
        const hints = cacheHints(ttlMs, isPublic ? 'public' : cacheScopeOf(context, hidesTools));
        return resultResponse(id, `{${resultTypes.complete},${JSON.stringify(result).slice(1, -1)}${hints},${meta}}`);
      },
    );
}
