import { andThen, type MaybePromise } from '@toolwire/core';
import { pageMeta, pageMimeType } from '../apps/tool-page.ts';
import { type OfferMethod, type OfferReply, type OfferRequest, offerError, offerResult } from '../offers/offer.ts';
import { defaultLimits, type RunOffer } from '../offers/run-offer.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import { type ArtifactProblem, readArtifact } from './artifacts.ts';
import type { Resource } from './compile-resource.ts';
import { encodeContents, type ReadResource } from './encode-contents.ts';
import { createFindResource, isAddress, wrongAddress } from './find-resource.ts';
import type { ListParts } from './list-resources.ts';
import type { Page } from './pages.ts';

/** What reading needs besides the lists. */
export interface ReadParts extends ListParts {
  readonly run: RunOffer;
}

/** `resources/read`: a resource, a page of a tool, or a file that a tool has answered with. */
export function readResource({ resources, seenBy, pagesOf, settings, run }: ReadParts): OfferMethod {
  const known = createFindResource(resources, seenBy);

  return (request) => {
    const { uri } = request.params;
    if (!isAddress(uri)) return { kind: 'error', error: wrongAddress };
    return andThen(known.find(uri, request.context), (seen) => {
      if (seen !== undefined) return readOne(seen, uri, request);
      return andThen(uri.startsWith('ui://') ? pagesOf(request.context) : [], (pages) => {
        const page = pages.find((one) => one.uri === uri);
        return page === undefined ? readKept(uri, request) : readPage(page, request);
      });
    });
  };

  async function readOne({ definition, template }: Resource, uri: string, request: OfferRequest): Promise<OfferReply> {
    const { text, blob, mimeType, timeoutMs, visible } = definition;
    const from = { uri, mimeType };
    if (definition.read === undefined) return contents(text ?? blob ?? '', from, request, { ttlMs: settings.ttlMs });
    const ran = await run((context) => definition.read?.(template?.match(uri) ?? {}, { ...context, uri }), request, {
      subject: 'The resource',
      timeoutMs,
    });
    if (ran.reply !== undefined) return ran.reply;
    if (ran.value === undefined) return notFound(uri, request);
    return contents(ran.value, from, request, { ttlMs: 0, isPrivate: visible !== undefined });
  }

  async function readPage({ uri, ui, html, tool }: Page, request: OfferRequest): Promise<OfferReply> {
    const from = { uri, mimeType: pageMimeType };
    const meta = JSON.parse(JSON.stringify(pageMeta(ui))) as NonNullable<ReadMeta>;
    // MCP-APP-01: text of that type, with what the page may do beside it.
    const whole = (text: string): OfferReply => contents([{ text, meta }], from, request, { ttlMs: settings.ttlMs });
    if (typeof html === 'string') return whole(html);
    const ran = await run(() => html(), request, { subject: `The page of ${tool.name}` });
    return ran.reply ?? whole(ran.value);
  }

  async function readKept(uri: string, request: OfferRequest): Promise<OfferReply> {
    const { artifacts, limits = defaultLimits } = request.context.service;
    if (artifacts === undefined) return notFound(uri, request);
    const ran = await run(({ signal }) => readArtifact(artifacts, uri, limits.outputBytes, signal), request, {
      subject: 'The file',
    });
    if (ran.reply !== undefined) return ran.reply;
    if (typeof ran.value === 'string') return notFound(uri, request, ran.value);
    return contents(ran.value, { uri, mimeType: undefined }, request, { ttlMs: 0, isPrivate: true });
  }

  function notFound(
    uri: string,
    request: OfferRequest,
    problem: ArtifactProblem = 'unknown',
  ): MaybePromise<OfferReply> {
    // MCP-RES-02: an error, in the code of the revision, that names the address.
    if (problem !== 'unknown') return offerError(request.dialect.resourceNotFound, noFile[problem], { uri });
    const found = known.notFound(uri, request.dialect, request.context);
    return andThen(found, (error) => ({ kind: 'error', error }));
  }
}

type ReadMeta = Extract<ReadResource, readonly unknown[]>[number]['meta'];

function contents(
  read: ReadResource,
  from: { readonly uri: string; readonly mimeType: string | undefined },
  { dialect, context }: OfferRequest,
  caching: { readonly ttlMs: number; readonly isPrivate?: boolean },
): OfferReply {
  const { outputBytes } = context.service.limits ?? defaultLimits;
  const encoded = encodeContents(read, from, dialect, outputBytes);
  return encoded === undefined ? offerError(rpcCodes.internal, tooLong) : offerResult({ contents: encoded }, caching);
}

const tooLong = 'The resource is empty, or longer than a message carries';
const noFile: Readonly<Record<Exclude<ArtifactProblem, 'unknown'>, string>> = {
  expired: 'This address has expired. Call the tool again for a new one.',
  gone: 'The file is not here any more. Call the tool again for a new one.',
};
