import { andThen } from '@toolwire/core';
import { listPage, unknownCursor } from '../offers/list-page.ts';
import type { OfferMethod, OfferReply, OfferRequest } from '../offers/offer.ts';
import type { SeenBy } from '../offers/visible.ts';
import type { ServingSettings } from '../settings/options.ts';
import { encodeArtifacts } from './artifacts.ts';
import type { Resources } from './compile-resource.ts';
import { encodeResource } from './encode-resource.ts';
import { encodePage, type PagesOf } from './pages.ts';

/** What the lists are made of. */
export interface ListParts {
  readonly resources: Resources;
  readonly seenBy: SeenBy;
  readonly pagesOf: PagesOf;
  readonly settings: ServingSettings;
}

/** `resources/list`: what has an address of its own, and the pages of tools. */
export function listResources({ resources, seenBy, pagesOf, settings }: ListParts): OfferMethod {
  return (request) =>
    andThen(seenBy(resources.single, request.context), (seen) =>
      andThen(pagesOf(request.context), (pages) => {
        const own = new Set(seen.map(({ definition }) => definition.uri));
        const listed = [
          ...seen.map((one) => encodeResource(one, request.dialect)),
          ...pages.filter(({ uri }) => !own.has(uri)).map((page) => encodePage(page, request.dialect)),
        ];
        return reply('resources', listed, 'uri', request, settings);
      }),
    );
}

/** `resources/templates/list`: what has variables in its address, and the files that tools answer with. */
export function listTemplates({ resources, seenBy, settings }: ListParts): OfferMethod {
  return (request) =>
    andThen(seenBy(resources.templates, request.context), (seen) => {
      const uriTemplate = request.context.service.artifacts?.uriTemplate;
      const listed = [
        ...seen.map((one) => encodeResource(one, request.dialect)),
        ...(uriTemplate === undefined ? [] : [encodeArtifacts(uriTemplate)]),
      ];
      return reply('resourceTemplates', listed, 'uriTemplate', request, settings);
    });
}

function reply(
  member: string,
  listed: readonly Readonly<Record<string, unknown>>[],
  key: string,
  { params }: OfferRequest,
  { pageSize, ttlMs }: ServingSettings,
): OfferReply {
  // MCP-RES-01: what this caller may see, a page at a time.
  const page = listPage(listed, (one) => String(one[key]), params['cursor'], pageSize);
  if (page === undefined) return unknownCursor;
  return { kind: 'result', members: `"${member}":${JSON.stringify(page.items)}${page.following}`, ttlMs };
}
