import { andThen } from '@toolwire/core';
import type { Parts } from '../parts/parts.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { Method } from '../rpc/context.ts';

/** `tools/list`: the tools that this caller may see, with what its revision knows of tools. */
export function listTools({ listingFor, pageOf }: Parts): Method<LegacyRequest> {
  return ({ id, params, client }, context) =>
    andThen(pageOf(context), (page) => listingFor(context).answer(id, page, params['cursor'], client.dialect, ''));
}
