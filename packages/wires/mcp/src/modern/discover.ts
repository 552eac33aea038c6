import { andThen } from '@toolwire/core';
import type { Parts } from '../parts/parts.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import { modernDialect } from '../revisions/dialect.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import type { Method } from '../rpc/context.ts';
import { resultAnswer } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';

/** `server/discover`: what the server speaks, and what it can do. */
export function discover({ settings, tasks, offers }: Parts): Method<ModernRequest> {
  const { instructions, logging, ttlMs } = settings;
  const meta = serverMetaOf(settings).slice(1);
  const known = {
    // MCP-LIST-01: a server of tools, even of none at the moment.
    tools: { listChanged: true },
    ...(logging !== 'off' && { logging: {} }),
  };
  return ({ id }, context) =>
    andThen(offers.capabilities(context, modernDialect, true), ({ extensions: pages, ...more }) => {
      const { extensions: ofTasks } = tasks.modern.capabilities(context);
      const extensions = { ...Object(ofTasks), ...Object(pages) } as Fields;
      const capabilities = { ...known, ...more, ...(Object.keys(extensions).length > 0 && { extensions }) };
      const isPublic = context.principal === undefined && context.isCallerKnown;
      const result = {
        resultType: 'complete',
        supportedVersions: [modernDialect.version],
        capabilities,
        instructions,
        ttlMs,
        // Pages come with tools, of which callers may see different ones.
        cacheScope: pages === undefined || isPublic ? 'public' : 'private',
      };
      return resultAnswer(id, `${JSON.stringify(result).slice(0, -1)},"_meta":{${meta}}}`);
    });
}
