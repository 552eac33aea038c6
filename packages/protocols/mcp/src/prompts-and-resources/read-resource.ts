import { andThen, type JsonObject, type MaybePromise } from '@toolwire/core';
import { internalError } from '../json-rpc/json-rpc.ts';
import { uiMimeType, uiResourceMeta } from '../tools/tool-ui.ts';
import type { Resource } from './compile-resource.ts';
import { encodeContents, type ReadResource } from './encode-resource.ts';
import { type FeatureMethod, type FeatureReply, type FeatureRequest, featureError, featureResult } from './feature.ts';
import { createFindResource, invalidUri } from './find-resource.ts';
import { type ArtifactProblem, readArtifact } from './read-artifact.ts';
import type { FeatureDependencies } from './run-feature.ts';
import type { UiResource } from './ui-resources.ts';
import { isUri } from './uri-template.ts';

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
    // Text with the MIME type of MCP Apps and its rendering options. MCP-APP-01
    const isPrivate = request.context.service.hidesTools;
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
