import { andThen } from '@toolwire/core';
import type { Parts } from '../parts/parts.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import { modernDialect } from '../revisions/dialect.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import type { Method } from '../rpc/context.ts';

/** `tools/list`: the tools that this caller may see. */
export function listTools({ listingFor, pageOf, settings }: Parts): Method<ModernRequest> {
  const tail = (cacheScope: string): string =>
    `,"resultType":"complete","ttlMs":${settings.ttlMs},"cacheScope":"${cacheScope}","_meta":{${serverMetaOf(settings).slice(1)}}`;
  // MCP-LIST-06: how long, and for whom.
  const everybodys = tail('public');
  const callers = tail('private');
  return ({ id, params }, context) => {
    // Where callers are told apart, by the server or by an app around it, so may be what they see.
    const scope = context.principal === undefined && context.isCallerKnown ? everybodys : callers;
    return andThen(pageOf(context), (page) =>
      listingFor(context).answer(id, page, params['cursor'], modernDialect, scope),
    );
  };
}
