import { andThen, type MaybePromise } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { pagesExtension } from '../apps/tool-page.ts';
import type { OfferMethod, Offers } from '../offers/offer.ts';
import { createRunOffer } from '../offers/run-offer.ts';
import { createSeenBy } from '../offers/visible.ts';
import { compilePrompts } from '../prompts/compile-prompt.ts';
import { completeArgument } from '../prompts/complete-argument.ts';
import { getPrompt } from '../prompts/get-prompt.ts';
import { listPrompts } from '../prompts/list-prompts.ts';
import { compileResources } from '../resources/compile-resource.ts';
import { completeVariable } from '../resources/complete-variable.ts';
import { listResources, listTemplates } from '../resources/list-resources.ts';
import { createPagesOf } from '../resources/pages.ts';
import { readResource } from '../resources/read-resource.ts';
import { createSubscribing } from '../resources/subscribing.ts';
import type { MessageContext } from '../rpc/context.ts';
import type { ServingSettings } from '../settings/options.ts';
import { complete, completes } from './complete.ts';

/** Makes what is offered beside tools; every mistake in a definition is thrown here, before the first request. */
export function createOffers(
  settings: ServingSettings,
  toolsOf: (context: MessageContext) => MaybePromise<ToolPage>,
  report: (thrown: unknown) => void,
): Offers {
  const resources = compileResources(settings.resources);
  const prompts = compilePrompts(settings.prompts, settings);
  const seenBy = createSeenBy(report);
  const run = createRunOffer(report);
  const uris = new Set(resources.single.map(({ definition }) => definition.uri));
  const pagesOf = createPagesOf(toolsOf, uris, (fields, message) => settings.logger?.warn(fields, message));
  const parts = { resources, seenBy, pagesOf, settings, run };

  const { resourceUpdates } = settings;
  const hasOwn = resources.single.length + resources.templates.length > 0;
  const subscribing = resourceUpdates && hasOwn ? createSubscribing(resourceUpdates, parts) : undefined;
  const hasResources = (context: MessageContext): MaybePromise<boolean> =>
    hasOwn || context.service.artifacts !== undefined ? true : andThen(pagesOf(context), (pages) => pages.length > 0);
  const whereResources =
    (method: OfferMethod): OfferMethod =>
    (request) =>
      andThen(hasResources(request.context), (has) => (has ? method(request) : { kind: 'unknown' }));
  const hasCompletions =
    [...resources.templates].some(({ definition }) => completes(definition)) ||
    prompts.some(({ definition, args }) => completes(definition) || args.some(({ choices }) => choices.length > 0));

  return {
    methods: new Map<string, OfferMethod>([
      ['resources/list', whereResources(listResources(parts))],
      ['resources/templates/list', whereResources(listTemplates(parts))],
      ['resources/read', whereResources(readResource(parts))],
      ...(prompts.length === 0
        ? []
        : ([
            ['prompts/list', listPrompts(prompts, seenBy, settings)],
            ['prompts/get', getPrompt(prompts, seenBy, run)],
          ] as const)),
      ...(hasCompletions
        ? ([
            [
              'completion/complete',
              complete(completeArgument(prompts, seenBy, run), completeVariable(resources, seenBy, run)),
            ],
          ] as const)
        : []),
    ]),
    subscribing,
    // MCP-RES-01, MCP-PROMPT-01, MCP-COMP-03: what there is, and nothing that there is not.
    capabilities: (context, dialect, tellsOfChanges) =>
      andThen(pagesOf(context), (pages) =>
        andThen(hasResources(context), (has) => ({
          ...(has && { resources: subscribing !== undefined && tellsOfChanges ? { subscribe: true } : {} }),
          ...(prompts.length > 0 && { prompts: {} }),
          ...(hasCompletions && dialect.completions && { completions: {} }),
          ...(pages.length > 0 && dialect.era === 'modern' && { extensions: { [pagesExtension]: {} } }),
        })),
      ),
  };
}
