import type { Parts } from '../parts/parts.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import { modernDialect } from '../revisions/dialect.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import type { Method } from '../rpc/context.ts';
import { resultAnswer } from '../rpc/json-rpc.ts';

/** `server/discover`: what the server speaks, and what it can do. */
export function discover({ settings, tasks }: Parts): Method<ModernRequest> {
  const { instructions, logging, ttlMs } = settings;
  const known = {
    resultType: 'complete',
    supportedVersions: [modernDialect.version],
    capabilities: {
      // MCP-LIST-01: a server of tools, even of none at the moment.
      tools: { listChanged: true },
      ...(logging !== 'off' && { logging: {} }),
      ...tasks?.modern.capabilities(),
    },
    instructions,
    ttlMs,
    cacheScope: 'public',
  };
  const result = `${JSON.stringify(known).slice(0, -1)},"_meta":{${serverMetaOf(settings).slice(1)}}}`;
  return ({ id }) => resultAnswer(id, result);
}
