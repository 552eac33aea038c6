import { andThen, type MaybePromise } from '@toolwire/core';
import { mergeOptions } from '@toolwire/internal';
import type { ListedResource } from '../definitions/resource-definition.ts';
import type { Resource } from './compile-resource.ts';
import type { FeatureReply, FeatureRequest } from './feature.ts';
import type { FeatureDependencies } from './run-feature.ts';
import { isUri } from './uri-template.ts';

/** The resources that templates list, or the reply to send instead. */
type TemplateListing =
  | { readonly listed: readonly ListedResource[]; readonly reply?: undefined }
  | { readonly listed?: undefined; readonly reply: FeatureReply };

/** Runs `list` of each template that the caller may see. */
export function listTemplateResources(
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
