import { andThen, type MaybePromise } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { mergeOptions } from '@toolwire/internal';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import type { ListedResource } from '../definitions/resource-definition.ts';
import { listPage, unknownCursor } from '../json-rpc/list-page.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import { encodeUiResource } from '../tools/tool-ui.ts';
import type { Prompt } from './compile-prompt.ts';
import type { Resource } from './compile-resource.ts';
import { encodeDisplayMetadata, encodeListed, encodeResource } from './encode-resource.ts';
import { type FeatureMethod, type FeatureReply, type FeatureRequest, featureError } from './feature.ts';
import type { FeatureDependencies } from './run-feature.ts';
import { isUri } from './uri-template.ts';
import { hasHidden } from './visible-definitions.ts';

/** `resources/list`: lists the resources without variables, those that templates list, and the UIs of tools. */
export function listResources(dependencies: FeatureDependencies): FeatureMethod {
  const { definitions, filterVisible, uiResourcesOf, settings } = dependencies;
  return (request) => {
    const { revision, context } = request;
    const { single, templates } = definitions.resources;
    return andThen(filterVisible(single, context), (visibleResources) =>
      andThen(listTemplateResources(dependencies, request), (templateListing) =>
        andThen(uiResourcesOf(context), (uiResources) => {
          if (templateListing.reply !== undefined) return templateListing.reply;
          const all = [
            ...visibleResources.map((resource) => encodeResource(resource, revision)),
            ...templateListing.listed.map((resource) => encodeListed(resource, revision)),
            ...uiResources.map((resource) => encodeUiResource(resource, revision)),
          ];
          const uris = new Set<unknown>();
          // The first of several with one URI counts.
          const listed = all.filter(({ uri }) => !uris.has(uri) && uris.add(uri));
          // A template may list other resources for each caller. UIs belong to tools.
          const lists = templates.some(({ definition }) => definition.list !== undefined);
          const isPrivate = hasHidden(single) || lists || context.service.hidesTools;
          return pageReply({ member: 'resources', key: 'uri', listed }, request, { ...settings, isPrivate });
        }),
      ),
    );
  };
}

/** `resources/templates/list`: lists the resource templates, and the files that tools return. */
export function listTemplates({ definitions, filterVisible, settings }: FeatureDependencies): FeatureMethod {
  return (request) => {
    const { templates } = definitions.resources;
    return andThen(filterVisible(templates, request.context), (visibleTemplates) => {
      const uriTemplate = request.context.service.artifacts?.uriTemplate;
      const listed = [
        ...visibleTemplates.map((template) => encodeResource(template, request.revision)),
        ...(uriTemplate === undefined ? [] : [encodeArtifacts(uriTemplate)]),
      ];
      const isPrivate = hasHidden(templates);
      return pageReply({ member: 'resourceTemplates', key: 'uriTemplate', listed }, request, {
        ...settings,
        isPrivate,
      });
    });
  };
}

/** Encodes the URLs of artifacts as a resource template. */
function encodeArtifacts(uriTemplate: string): Fields {
  return {
    uriTemplate,
    name: 'artifacts',
    description: 'Files that tools returned, each at the URL in its result',
  };
}

/** The items of a list, the member of the result that has them, and the member by which a cursor names an item. */
interface List {
  readonly member: string;
  readonly key: string;
  readonly listed: readonly Fields[];
}

function pageReply(
  { member, key, listed }: List,
  { params }: FeatureRequest,
  { pageSize, ttlMs, isPrivate }: Pick<ServingSettings, 'pageSize' | 'ttlMs'> & { readonly isPrivate: boolean },
): FeatureReply {
  // Only the items that this caller may see, one page per request. MCP-RES-01, MCP-PROMPT-01
  const page = listPage(listed, (item) => String(item[key]), params['cursor'], pageSize);
  if (page === undefined) return featureError(unknownCursor);
  return { kind: 'result', members: `"${member}":${JSON.stringify(page.items)}${page.following}`, ttlMs, isPrivate };
}

/** `prompts/list`: lists the prompts that this caller may see. */
export function listPrompts({ definitions, filterVisible, settings }: FeatureDependencies): FeatureMethod {
  return (request) => {
    const { prompts } = definitions;
    return andThen(filterVisible(prompts, request.context), (visiblePrompts) => {
      const listed = visiblePrompts.map((prompt) => encodePrompt(prompt, request.revision));
      return pageReply({ member: 'prompts', key: 'name', listed }, request, {
        ...settings,
        isPrivate: hasHidden(prompts),
      });
    });
  };
}

function encodePrompt({ definition, args }: Prompt, revision: Revision): Fields {
  const listed = args.map(({ name, title, description, required }) => ({
    name,
    ...(title !== undefined && revision.toolFields.has('title') && { title }),
    ...(description !== undefined && { description }),
    required,
  }));
  return {
    name: definition.name,
    ...encodeDisplayMetadata(definition, revision),
    ...(listed.length > 0 && { arguments: listed }),
  };
}

/** The resources that templates list, or the reply to send instead. */
type TemplateListing =
  | { readonly listed: readonly ListedResource[]; readonly reply?: undefined }
  | { readonly listed?: undefined; readonly reply: FeatureReply };

/** Runs `list` of each template that the caller may see. */
function listTemplateResources(
  { definitions, filterVisible, run, report }: FeatureDependencies,
  request: FeatureRequest,
): MaybePromise<TemplateListing> {
  const listing = definitions.resources.templates.filter(({ definition }) => definition.list !== undefined);
  if (listing.length === 0) return { listed: [] };
  return andThen(filterVisible(listing, request.context), async (visibleTemplates) => {
    const lists = await Promise.all(visibleTemplates.map(listOf));
    const failed = lists.find(({ reply }) => reply !== undefined);
    return failed ?? { listed: lists.flatMap(({ listed }) => listed ?? []) };
  });

  async function listOf(resource: Resource): Promise<TemplateListing> {
    const { definition } = resource;
    const { name, timeoutMs } = definition;
    const subject = `The list of '${name}'`;
    const result = await run((context) => definition.list?.(context) ?? [], request, { subject, timeoutMs });
    if (result.reply !== undefined) return { reply: result.reply };
    const listed = result.value.filter((item) => isListable(item, resource));
    return { listed: listed.map((item) => merged(item, resource)) };
  }

  function isListable({ uri }: ListedResource, { definition, template }: Resource): boolean {
    if (isUri(uri) && template?.match(uri) !== undefined) return true;
    // Clients could not read it.
    report(new TypeError(`list of the resource '${definition.uri}' returned '${uri}', which its uri doesn't match`));
    return false;
  }
}

function merged(listed: ListedResource, { definition }: Resource): ListedResource {
  const { name, title, description, icons, mimeType, annotations } = definition;
  return mergeOptions({ name, title, description, icons, mimeType, annotations }, listed);
}
