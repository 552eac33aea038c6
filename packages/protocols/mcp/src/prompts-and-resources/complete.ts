import { andThen, type MaybePromise } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import type { Suggestions } from '../definitions/definition-parts.ts';
import { internalError, invalidParams } from '../json-rpc/errors.ts';
import { type FeatureMethod, type FeatureReply, type FeatureRequest, featureError, featureResult } from './feature.ts';
import { unknownPrompt } from './get-prompt.ts';
import type { FeatureDependencies, RunFeature } from './run-feature.ts';

/** `completion/complete`: completes an argument of a prompt or a variable of a URI. */
export function complete({ definitions, filterVisible, run }: FeatureDependencies): FeatureMethod {
  return (request) => {
    const { ref, argument, context = {} } = request.params;
    if (!isObject(ref) || !isObject(argument) || !isObject(context)) return invalidCompletion;
    const { name, value: typed } = argument;
    const { arguments: chosen = {} } = context;
    // Validated before any lookup. MCP-COMP-02
    if (typeof name !== 'string' || typeof typed !== 'string' || typed.length > maxTypedLength || !areStrings(chosen)) {
      return invalidCompletion;
    }
    const completion = { name, typed, chosen };
    if (ref['type'] === 'ref/prompt' && typeof ref['name'] === 'string') {
      return completeArgument(ref['name'], completion, request);
    }
    if (ref['type'] === 'ref/resource' && typeof ref['uri'] === 'string') {
      return completeVariable(ref['uri'], completion, request);
    }
    return invalidCompletion;
  };

  /** Completes an argument of a prompt, with the suggestions of the definition or with the choices of the schema. */
  function completeArgument(
    promptName: string,
    completion: CompletionRequest,
    request: FeatureRequest,
  ): MaybePromise<FeatureReply> {
    // The arguments of an invisible prompt are not revealed. MCP-COMP-04
    return andThen(filterVisible(definitions.prompts, request.context), (visiblePrompts) => {
      const prompt = visiblePrompts.find(({ definition }) => definition.name === promptName);
      if (prompt === undefined) return unknownPrompt(promptName, visiblePrompts);
      const { args, definition } = prompt;
      const argument = args.find(({ name }) => name === completion.name);
      if (argument === undefined) {
        const names = args.map(({ name }) => name).join(', ') || 'none';
        return featureError(invalidParams(`The prompt has no such argument. Its arguments: ${names}.`));
      }
      const suggestions = suggestionsOf(definition.complete, argument.name);
      return suggest(suggestions ?? argument.choices, completion, request, run);
    });
  }

  /** Completes a variable in the URI of a resource. */
  function completeVariable(
    uri: string,
    completion: CompletionRequest,
    request: FeatureRequest,
  ): MaybePromise<FeatureReply> {
    const { templates, single } = definitions.resources;
    const all = [...templates, ...single].filter(({ definition }) => definition.uri === uri);
    return andThen(filterVisible(all, request.context), ([resource]) => {
      if (resource === undefined) return featureError(unknownTemplate);
      const { definition, template } = resource;
      const { name } = completion;
      if (template !== undefined && !template.names.includes(name)) {
        const names = template.names.join(', ');
        return featureError(invalidParams(`The URI has no such variable. Its variables: ${names}.`));
      }
      return suggest(suggestionsOf(definition.complete, name) ?? [], completion, request, run);
    });
  }
}

const maxTypedLength = 2048;

function areStrings(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

const invalidCompletion = featureError(
  invalidParams(
    `A completion needs a "ref" to a prompt by name or to a resource by uri, and an "argument" with a "name" and a "value" of at most ${maxTypedLength} characters`,
  ),
);

/** Whether a definition has suggestions. */
export function hasCompletion(definition: { readonly complete?: Fields | undefined }): boolean {
  return Object.keys(definition.complete ?? {}).length > 0;
}

const unknownTemplate = invalidParams('Unknown resource template. Call resources/templates/list to see all templates.');

function suggestionsOf(
  suggestions: Readonly<Record<string, Suggestions | undefined>> | undefined,
  name: string,
): Suggestions | undefined {
  return suggestions !== undefined && Object.hasOwn(suggestions, name) ? suggestions[name] : undefined;
}

/** The completion that a client requests. */
interface CompletionRequest {
  /** The name of the variable or argument. */
  readonly name: string;
  /** The text typed so far. */
  readonly typed: string;
  readonly chosen: Readonly<Record<string, string>>;
}

/** The maximum number of values per response, from the specification. */
const maxSuggestions = 100;

/** Completes with a list or a function. */
function suggest(
  suggestions: Suggestions,
  { typed, chosen }: CompletionRequest,
  request: FeatureRequest,
  run: RunFeature,
): FeatureReply | Promise<FeatureReply> {
  if (typeof suggestions !== 'function') return encodeSuggestions(matching(suggestions, typed));
  const settings = { subject: 'The list of values' };
  return run((context) => suggestions(typed, { ...context, chosen }), request, settings).then(
    ({ reply, value }) => reply ?? encodeSuggestions(value),
  );
}

// Prefix matches first, then other matches. Case is ignored.
function matching(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const begins = values.filter((value) => value.toLowerCase().startsWith(wanted));
  const contains = values.filter((value) => value.toLowerCase().includes(wanted));
  return [...new Set([...begins, ...contains])];
}

function encodeSuggestions(values: readonly string[]): FeatureReply {
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) {
    return featureError(internalError('The list of values is invalid'));
  }
  // At most a hundred values, with the total. MCP-COMP-01
  const shown = values.slice(0, maxSuggestions);
  return featureResult({
    completion: { values: shown, total: values.length, hasMore: values.length > maxSuggestions },
  });
}
