import { andThen, type MaybePromise } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import type { MessageContext } from '../json-rpc/requests.ts';
import { createUiResources, uiExtension } from '../tools/tool-ui.ts';
import { complete, hasCompletion } from './complete.ts';
import type { FeatureMethod, Features } from './feature.ts';
import { getPrompt } from './get-prompt.ts';
import { listPrompts, listResources, listTemplates } from './listings.ts';
import { readResource } from './read-resource.ts';
import { createResourceSubscriptions } from './resource-subscriptions.ts';
import { createRunFeature } from './run-feature.ts';
import { createVisibilityCheck, ReplaceableDefinitions } from './visible-definitions.ts';

/** Creates the resources, prompts and completions. Invalid definitions throw here, at startup. */
export function createFeatures(
  settings: ServingSettings,
  toolsOf: (context: MessageContext) => MaybePromise<ToolPage>,
  report: (thrown: unknown) => void,
): Features {
  const definitions = new ReplaceableDefinitions(settings);
  const filterVisible = createVisibilityCheck(report);
  const run = createRunFeature(report);
  const uiResourcesOf = createUiResources(
    toolsOf,
    (uri) => definitions.resources.byUri.has(uri),
    (fields, message) => settings.logger?.warn(fields, message),
  );
  const dependencies = { definitions, filterVisible, uiResourcesOf, settings, run, report };

  // A server that may replace a list declares it also while it is empty.
  const { updates } = settings;
  const mayOffer = (list: 'resources' | 'prompts'): boolean => updates !== undefined && settings[list] !== undefined;
  const hasOwnResources = (): boolean => {
    const { single, templates } = definitions.resources;
    return mayOffer('resources') || single.length + templates.length > 0;
  };
  const hasPrompts = (): boolean => mayOffer('prompts') || definitions.prompts.length > 0;
  const hasResources = (context: MessageContext): MaybePromise<boolean> =>
    hasOwnResources() || context.service.artifacts !== undefined
      ? true
      : andThen(uiResourcesOf(context), (uiResources) => uiResources.length > 0);
  const hasCompletions = (): boolean =>
    mayOffer('resources') ||
    mayOffer('prompts') ||
    definitions.resources.templates.some(({ definition }) => hasCompletion(definition)) ||
    definitions.prompts.some(
      ({ definition, args }) => hasCompletion(definition) || args.some(({ choices }) => choices.length > 0),
    );

  return {
    methods: new Map<string, FeatureMethod>([
      ['resources/list', onlyIf(hasResources, listResources(dependencies))],
      ['resources/templates/list', onlyIf(hasResources, listTemplates(dependencies))],
      ['resources/read', onlyIf(hasResources, readResource(dependencies))],
      ['prompts/list', onlyIf(hasPrompts, listPrompts(dependencies))],
      ['prompts/get', onlyIf(hasPrompts, getPrompt(dependencies))],
      ['completion/complete', onlyIf(hasCompletions, complete(dependencies))],
    ]),
    subscriptions: updates && createResourceSubscriptions(updates, dependencies),
    // Only the capabilities that the server has. MCP-RES-01, MCP-PROMPT-01, MCP-COMP-03
    capabilities: (context, revision, { lists, resources }) =>
      andThen(uiResourcesOf(context), (uiResources) =>
        andThen(hasResources(context), (has) => {
          const changing = updates !== undefined && lists ? { listChanged: true } : {};
          const subscribing = updates !== undefined && resources && hasOwnResources() ? { subscribe: true } : {};
          return {
            ...(has && { resources: { ...changing, ...subscribing } }),
            ...(hasPrompts() && { prompts: changing }),
            ...(hasCompletions() && revision.completionsCapability && { completions: {} }),
            ...(uiResources.length > 0 && revision.era === 'modern' && { extensions: { [uiExtension]: {} } }),
          };
        }),
      ),
    close: () => definitions.close(),
  };
}

/** Replies `unknown` while the server has nothing that the method is about. */
function onlyIf(isSupported: (context: MessageContext) => MaybePromise<boolean>, method: FeatureMethod): FeatureMethod {
  return (request) =>
    andThen(isSupported(request.context), (supported) => (supported ? method(request) : { kind: 'unknown' }));
}
