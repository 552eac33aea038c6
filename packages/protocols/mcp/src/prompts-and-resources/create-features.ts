import { andThen, type MaybePromise } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import type { ServingSettings } from '../definitions/options.ts';
import type { MessageContext } from '../json-rpc/message-context.ts';
import { uiExtension } from '../tools/encode-tool.ts';
import { compilePrompts } from './compile-prompt.ts';
import { compileResources } from './compile-resource.ts';
import { complete, completeArgument, completeVariable, hasCompletion } from './complete.ts';
import type { FeatureMethod, Features } from './feature.ts';
import { getPrompt } from './get-prompt.ts';
import { listPrompts, listResources, listTemplates } from './listings.ts';
import { readResource } from './read-resource.ts';
import { createResourceSubscriptions } from './resource-subscriptions.ts';
import { createRunFeature } from './run-feature.ts';
import { createUiResources } from './ui-resources.ts';
import { createVisibilityCheck } from './visibility.ts';

/** Creates the resources, prompts and completions. Invalid definitions throw here, at startup. */
export function createFeatures(
  settings: ServingSettings,
  toolsOf: (context: MessageContext) => MaybePromise<ToolPage>,
  report: (thrown: unknown) => void,
): Features {
  const resources = compileResources(settings.resources);
  const prompts = compilePrompts(settings.prompts, settings);
  const filterVisible = createVisibilityCheck(report);
  const run = createRunFeature(report);
  const uris = new Set(resources.single.map(({ definition }) => definition.uri));
  const uiResourcesOf = createUiResources(toolsOf, uris, (fields, message) => settings.logger?.warn(fields, message));
  const dependencies = { resources, filterVisible, uiResourcesOf, settings, run };

  const { resourceUpdates } = settings;
  const hasDefinitions = resources.single.length + resources.templates.length > 0;
  const subscriptions =
    resourceUpdates && hasDefinitions ? createResourceSubscriptions(resourceUpdates, dependencies) : undefined;
  const hasResources = (context: MessageContext): MaybePromise<boolean> =>
    hasDefinitions || context.service.artifacts !== undefined
      ? true
      : andThen(uiResourcesOf(context), (pages) => pages.length > 0);
  const ifResources =
    (method: FeatureMethod): FeatureMethod =>
    (request) =>
      andThen(hasResources(request.context), (has) => (has ? method(request) : { kind: 'unknown' }));
  const hasCompletions =
    [...resources.templates].some(({ definition }) => hasCompletion(definition)) ||
    prompts.some(({ definition, args }) => hasCompletion(definition) || args.some(({ choices }) => choices.length > 0));

  return {
    methods: new Map<string, FeatureMethod>([
      ['resources/list', ifResources(listResources(dependencies))],
      ['resources/templates/list', ifResources(listTemplates(dependencies))],
      ['resources/read', ifResources(readResource(dependencies))],
      ...(prompts.length === 0
        ? []
        : ([
            ['prompts/list', listPrompts(prompts, filterVisible, settings)],
            ['prompts/get', getPrompt(prompts, filterVisible, run)],
          ] as const)),
      ...(hasCompletions
        ? ([
            [
              'completion/complete',
              complete(completeArgument(prompts, filterVisible, run), completeVariable(resources, filterVisible, run)),
            ],
          ] as const)
        : []),
    ]),
    subscriptions,
    // Only the capabilities that the server has. MCP-RES-01, MCP-PROMPT-01, MCP-COMP-03
    capabilities: (context, revision, canPushChanges) =>
      andThen(uiResourcesOf(context), (pages) =>
        andThen(hasResources(context), (has) => ({
          ...(has && { resources: subscriptions !== undefined && canPushChanges ? { subscribe: true } : {} }),
          ...(prompts.length > 0 && { prompts: {} }),
          ...(hasCompletions && revision.completionsCapability && { completions: {} }),
          ...(pages.length > 0 && revision.era === 'modern' && { extensions: { [uiExtension]: {} } }),
        })),
      ),
  };
}
