import { type ArtifactLookup, type ArtifactReader, andThen, type JsonObject, type MaybePromise } from '@toolwire/core';
import { ByteBuffer } from '@toolwire/core/internal';
import { ToolError } from '@toolwire/errors';
import type { ResourceContent } from '../definitions/resource-definition.ts';
import { internalError } from '../json-rpc/errors.ts';
import { type UiResource, uiMimeType, uiResourceMeta } from '../tools/tool-ui.ts';
import type { Resource } from './compile-resource.ts';
import { encodeContents, type ReadResource } from './encode-resource.ts';
import { type FeatureMethod, type FeatureReply, type FeatureRequest, featureError, featureResult } from './feature.ts';
import type { FeatureDependencies } from './run-feature.ts';
import { isUri } from './uri-template.ts';
import { createFindResource, invalidUri } from './visible-definitions.ts';

/** `resources/read`: reads a resource, the UI of a tool, or a file that a tool returned. */
export function readResource({
  definitions,
  filterVisible,
  uiResourcesOf,
  settings,
  run,
}: FeatureDependencies): FeatureMethod {
  const { find, notFound } = createFindResource(definitions, filterVisible);

  return (request) => {
    const { uri } = request.params;
    // Before any lookup. MCP-RES-05
    if (!isUri(uri)) return featureError(invalidUri);
    return andThen(find(uri, request.context), (resource) => {
      if (resource !== undefined) return readDefined(resource, uri, request);
      return andThen(uri.startsWith('ui://') ? uiResourcesOf(request.context) : [], (uiResources) => {
        const uiResource = uiResources.find((candidate) => candidate.uri === uri);
        return uiResource === undefined ? readStoredFile(uri, request) : readUiResource(uiResource, request);
      });
    });
  };

  async function readDefined(
    { definition, template }: Resource,
    uri: string,
    request: FeatureRequest,
  ): Promise<FeatureReply> {
    const { text, blob, mimeType, timeoutMs, visible } = definition;
    const from = { uri, mimeType };
    const isPrivate = visible !== undefined;
    if (definition.read === undefined) {
      return contents(text ?? blob ?? '', from, request, { ttlMs: settings.ttlMs, isPrivate });
    }
    const result = await run((context) => definition.read?.(template?.match(uri) ?? {}, { ...context, uri }), request, {
      subject: 'Reading the resource',
      timeoutMs,
    });
    if (result.reply !== undefined) return result.reply;
    if (result.value === undefined) return unknownResource(uri, request);
    return contents(result.value, from, request, { ttlMs: 0, isPrivate });
  }

  async function readUiResource({ uri, ui, html, tool }: UiResource, request: FeatureRequest): Promise<FeatureReply> {
    const from = { uri, mimeType: uiMimeType };
    const meta = uiResourceMeta(ui) as JsonObject;
    const isPrivate = request.context.service.hidesTools;
    // Text with the MIME type of MCP Apps and its rendering options. MCP-APP-01
    const whole = (text: string): FeatureReply =>
      contents([{ text, meta }], from, request, { ttlMs: settings.ttlMs, isPrivate });
    if (typeof html === 'string') return whole(html);
    const result = await run(() => html(), request, { subject: `The page of ${tool.name}` });
    return result.reply ?? whole(result.value);
  }

  async function readStoredFile(uri: string, request: FeatureRequest): Promise<FeatureReply> {
    const { artifacts, limits } = request.context.service;
    if (artifacts === undefined) return unknownResource(uri, request);
    const result = await run(({ signal }) => readArtifact(artifacts, uri, limits.outputBytes, signal), request, {
      subject: 'Reading the file',
    });
    if (result.reply !== undefined) return result.reply;
    if (result.value === 'unknown') return unknownResource(uri, request);
    if (typeof result.value === 'string') {
      const { resourceNotFound: code } = request.revision;
      return featureError({ code, message: artifactErrors[result.value], data: { uri } });
    }
    return contents(result.value, { uri, mimeType: undefined }, request, { ttlMs: 0, isPrivate: true });
  }

  function unknownResource(uri: string, { revision, context }: FeatureRequest): MaybePromise<FeatureReply> {
    return andThen(notFound(uri, revision, context), featureError);
  }
}

function contents(
  read: ReadResource,
  from: { readonly uri: string; readonly mimeType: string | undefined },
  { revision, context }: FeatureRequest,
  caching: { readonly ttlMs: number; readonly isPrivate?: boolean },
): FeatureReply {
  const { outputBytes } = context.service.limits;
  const encoded = encodeContents(read, from, revision, outputBytes);
  return encoded === undefined ? featureError(unreadable) : featureResult({ contents: encoded }, caching);
}

const unreadable = internalError('The resource is empty, invalid, or too long for a message');
const artifactErrors: Readonly<Record<Exclude<ArtifactProblem, 'unknown'>, string>> = {
  expired: 'This URL has expired. Call the tool again for a new one.',
  gone: 'The file was removed. Call the tool again for a new one.',
};

/** Why an artifact can't be read. */
type ArtifactProblem = Extract<ArtifactLookup, { readonly ok: false }>['problem'];

/** Reads a whole artifact. Knowing its URL is the permission to read it. */
async function readArtifact(
  { read }: Pick<ArtifactReader, 'read'>,
  uri: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<readonly ResourceContent[] | ArtifactProblem> {
  const artifact = await read(uri);
  if (!artifact.ok) return artifact.problem;
  const { contentType, size, body } = artifact;
  // Base64 adds a third.
  if (size * (4 / 3) > maxBytes) {
    throw new ToolError(`The file has ${size} bytes, too many for a message. Fetch it from its URL.`);
  }
  const bytes = new ByteBuffer(size);
  for await (const chunk of body) {
    signal.throwIfAborted();
    if (!bytes.add(chunk)) throw new RangeError(wrongLength);
  }
  if (bytes.length !== size) throw new RangeError(wrongLength);
  const blob = bytes.take();
  const text = isText(contentType) ? asString(blob) : undefined;
  return [text === undefined ? { mimeType: contentType, blob } : { mimeType: contentType, text }];
}

const wrongLength = 'The artifact has a different length than its store reported';

function isText(contentType: string): boolean {
  return /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|yaml) *(?:$|;))/i.test(contentType) && isUtf8(contentType);
}

function isUtf8(contentType: string): boolean {
  const charset = /; *charset="?([^;" ]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function asString(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not valid UTF-8 despite its content type, so it is sent as bytes.
    return undefined;
  }
}
