import type { Parts } from '../parts.ts';
import type { Method } from '../rpc/context.ts';
import type { LegacyRequest } from './request.ts';

/** `tools/list`: the tools that this caller may see, with what its revision knows of tools. */
export function listTools({ listing, pageOf }: Parts): Method<LegacyRequest> {
  return ({ id, params, client }, context) => listing.answer(id, pageOf(context), params['cursor'], client.dialect, '');
}
