import type { Method } from '../context.ts';
import { modernDialect } from '../dialect.ts';
import type { Parts } from '../parts.ts';
import type { ModernRequest } from './request.ts';
import { serverMetaOf } from './server-meta.ts';

/** `tools/list`: the tools that this caller may see. */
export function listTools({ listing, settings }: Parts): Method<ModernRequest> {
  const tail = (cacheScope: string): string =>
    `,"resultType":"complete","ttlMs":${settings.ttlMs},"cacheScope":"${cacheScope}","_meta":{${serverMetaOf(settings).slice(1)}}`;
  const everybodys = tail('public');
  const callers = tail('private');
  return ({ id, params }, { service, principal }) => {
    // Where callers are told apart, so may be what they see.
    const scope = principal === undefined ? everybodys : callers;
    return listing.answer(id, service.page(principal), params['cursor'], modernDialect, scope);
  };
}
