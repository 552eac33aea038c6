import type { Method } from '../context.ts';
import type { Parts } from '../parts.ts';
import type { LegacyRequest } from './request.ts';

/** `tools/list`: the tools that this caller may see, with what its revision knows of tools. */
export function listTools({ listing }: Parts): Method<LegacyRequest> {
  return ({ id, params, client }, { service, principal }) =>
    listing.answer(id, service.page(principal), params['cursor'], client.dialect, '');
}
