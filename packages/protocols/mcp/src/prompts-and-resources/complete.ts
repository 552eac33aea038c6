import { andThen, type MaybePromise } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { rpcCodes } from '../json-rpc/json-rpc.ts';
import type { Definitions } from './definitions.ts';
import { type FeatureMethod, type FeatureReply, type FeatureRequest, featureError } from './feature.ts';
import { unknownPrompt } from './get-prompt.ts';
import type { RunFeature } from './run-feature.ts';
import { type CompletionRequest, suggest } from './suggest.ts';
import type { VisibilityCheck } from './visibility.ts';

/** `completion/complete`: completes an argument of a prompt or a variable of a URI. */
export function complete(completePrompt: CompleteArgument, completeResource: CompleteVariable): FeatureMethod {
  return (request) => {
    const { ref, argument, context = {} } = request.params;
    if (!isObject(ref) || !isObject(argument) || !isObject(context)) return invalidParams;
    const { name, value: typed } = argument;
    const { arguments: chosen = {} } = context;
    // Validated before any lookup. MCP-COMP-02
    if (typeof name !== 'string' || typeof typed !== 'string' || typed.length > maxTypedLength || !areStrings(chosen)) {
      return invalidParams;
    }
    const completion = { name, typed, chosen };
    if (ref['type'] === 'ref/prompt' && typeof ref['name'] === 'string') {
      return completePrompt(ref['name'], completion, request);
    }
    if (ref['type'] === 'ref/resource' && typeof ref['uri'] === 'string') {
      return completeResource(ref['uri'], completion, request);
    }
    return invalidParams;
  };
}

const maxTypedLength = 2048;

function areStrings(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

const invalidParams = featureError(
  rpcCodes.invalidParams,
  `A completion needs a "ref" to a prompt by name or to a resource by uri, and an "argument" with a "name" and a "value" of at most ${maxTypedLength} characters`,
);

/** Whether a definition has suggestions. */
export function hasCompletion(definition: { readonly complete?: Fields | undefined }): boolean {
  return Object.keys(definition.complete ?? {}).length > 0;
}

/** Completes an argument of a prompt. */
export type CompleteArgument = (
  name: string,
  completion: CompletionRequest,
  request: FeatureRequest,
) => MaybePromise<FeatureReply>;

/** Completes with the suggestions of the definition, or with the choices of the schema. */
export function completeArgument(
  definitions: Definitions,
  filterVisible: VisibilityCheck,
  run: RunFeature,
): CompleteArgument {
  // The arguments of an invisible prompt are not revealed. MCP-COMP-04
  return (name, completion, request) =>
    andThen(filterVisible(definitions.prompts, request.context), (seen) => {
      const prompt = seen.find(({ definition }) => definition.name === name);
      if (prompt === undefined) return unknownPrompt(name, seen);
      const argument = prompt.args.find((one) => one.name === completion.name);
      if (argument === undefined) {
        const names = prompt.args.map((one) => one.name).join(', ') || 'none';
        return featureError(rpcCodes.invalidParams, `The prompt has no such argument. Its arguments: ${names}.`);
      }
      const suggestions = new Map(Object.entries(prompt.definition.complete ?? {})).get(argument.name);
      return suggest(suggestions ?? argument.choices, completion, request, run);
    });
}

/** Completes a variable in the URI of a resource. */
export type CompleteVariable = (
  uri: string,
  completion: CompletionRequest,
  request: FeatureRequest,
) => MaybePromise<FeatureReply>;

export function completeVariable(
  definitions: Definitions,
  filterVisible: VisibilityCheck,
  run: RunFeature,
): CompleteVariable {
  return (uri, completion, request) => {
    const { templates, single } = definitions.resources;
    const all = [...templates, ...single].filter(({ definition }) => definition.uri === uri);
    return andThen(filterVisible(all, request.context), ([seen]) => {
      if (seen === undefined) return featureError(rpcCodes.invalidParams, unknownTemplate);
      const { definition, template } = seen;
      const { name } = completion;
      if (template !== undefined && !template.names.includes(name)) {
        return featureError(
          rpcCodes.invalidParams,
          `The URI has no such variable. Its variables: ${template.names.join(', ')}.`,
        );
      }
      const known = new Map(Object.entries(definition.complete ?? {}));
      return suggest(known.get(name) ?? [], completion, request, run);
    });
  };
}

const unknownTemplate = 'Unknown resource template. Call resources/templates/list to see all templates.';
