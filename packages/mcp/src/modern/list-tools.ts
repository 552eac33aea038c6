import { modernDialect } from '../dialect.ts';
import type { Parts } from '../parts.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import type { Method } from '../rpc/context.ts';
import type { ModernRequest } from './request.ts';

/** `tools/list`: the tools that this caller may see. */
export function listTools({ listing, pageOf, settings }: Parts): Method<ModernRequest> {
  const tail = (cacheScope: string): string =>
    `,"resultType":"complete","ttlMs":${settings.ttlMs},"cacheScope":"${cacheScope}","_meta":{${serverMetaOf(settings).slice(1)}}`;
  const everybodys = tail('public');
  const callers = tail('private');
  return ({ id, params }, context) => {
    // Where callers are told apart, so may be what they see.
    const scope = context.principal === undefined ? everybodys : callers;
    return listing.answer(id, pageOf(context), params['cursor'], modernDialect, scope);
  };
}
