import type { Check } from '@toolwire/core';
import { checkNumber, durationLimit, nameInErrors, StartupError } from '@toolwire/internal';
import { compileInput } from '@toolwire/validate';
import type { McpServingOptions } from '../definitions/options.ts';
import { type AnyPrompt, checkPromptNames } from '../definitions/prompt-definition.ts';
import { type PromptArgument, promptArguments } from './prompt-arguments.ts';

/** A validated prompt. */
export interface Prompt {
  readonly definition: AnyPrompt;
  readonly args: readonly PromptArgument[];
  readonly check: Check;
}

/** How to read the schemas of arguments. */
type PromptSchemas = Pick<McpServingOptions, 'validator' | 'converters'>;

/** Validates prompt definitions. Each error has a code and names its prompt. */
export function compilePrompts(definitions: readonly AnyPrompt[], schemas: PromptSchemas): readonly Prompt[] {
  const names = definitions.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) {
    throw invalid(`Prompt '${duplicate}' is defined twice. Use a different name for each.`);
  }
  return definitions.map((definition) => {
    checkPromptNames(definition);
    return nameInErrors(`Prompt '${String(definition.name)}'`, 'TW_PROMPT', () => compile(definition, schemas));
  });
}

function compile(definition: AnyPrompt, { validator, converters }: PromptSchemas): Prompt {
  const { name, input, messages, timeoutMs, complete = {} } = definition;
  if (typeof name !== 'string' || !/^[\w.-]{1,128}$/.test(name)) {
    throw invalid('the name of a prompt must have 1 to 128 characters (A-Z, a-z, 0-9, _, . or -)');
  }
  if (typeof messages !== 'string' && typeof messages !== 'function' && !Array.isArray(messages)) {
    throw invalid('it needs messages: a string, a list, or a function that writes them');
  }
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs, durationLimit);
  const { jsonSchema, check } = compileInput(input, { validator, converters });
  const args = promptArguments(jsonSchema);
  const unknown = Object.keys(complete).find((argument) => !args.some((known) => known.name === argument));
  if (unknown !== undefined) {
    throw invalid(`its option \`complete\` contains '${unknown}', which is not an argument of the prompt`);
  }
  return { definition, args, check };
}

function invalid(problem: string): StartupError {
  return new StartupError('TW_PROMPT', problem);
}
