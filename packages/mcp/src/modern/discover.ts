import { modernDialect } from '../dialect.ts';
import type { Parts } from '../parts.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import type { Method } from '../rpc/context.ts';
import { resultAnswer } from '../rpc/json-rpc.ts';
import type { ModernRequest } from './request.ts';

/** `server/discover`: what the server speaks, and what it can do. */
export function discover({ settings, tasks }: Parts): Method<ModernRequest> {
  const { instructions, logging, ttlMs } = settings;
  const known = {
    resultType: 'complete',
    supportedVersions: [modernDialect.version],
    capabilities: {
      tools: { listChanged: true },
      ...(logging !== 'off' && { logging: {} }),
      ...tasks?.modern.capabilities(undefined),
    },
    instructions,
    ttlMs,
    cacheScope: 'public',
  };
  const result = `${JSON.stringify(known).slice(0, -1)},"_meta":{${serverMetaOf(settings).slice(1)}}}`;
  return ({ id }) => resultAnswer(id, result);
}
