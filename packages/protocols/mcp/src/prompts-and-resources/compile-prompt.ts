import type { Check, JsonSchema } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { checkNumber, durationLimit, nameInErrors, StartupError } from '@toolwire/internal';
import { compileInput } from '@toolwire/validate';
import type { McpServingOptions } from '../definitions/options.ts';
import { type AnyPrompt, checkPromptFields } from '../definitions/prompt-definition.ts';

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
    checkPromptFields(definition);
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

/** One argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Fields;
  /** The values that the schema allows, if it enumerates them. */
  readonly choices: readonly string[];
}

/** Derives the arguments from an input schema. Throws for arrays and objects, which clients can't send. */
function promptArguments({ properties = {}, required }: JsonSchema): readonly PromptArgument[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
    const schema = isObject(property) ? property : {};
    const { title, description, type } = schema;
    if (type === 'object' || type === 'array') {
      throw new StartupError(
        'TW_PROMPT',
        `its argument '${name}' is ${type === 'array' ? 'a list' : 'an object'}, but clients send strings`,
      );
    }
    return {
      name,
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
      required: needed.includes(name),
      schema,
      choices: choicesOf(schema),
    };
  });
}

function choicesOf(schema: Fields): readonly string[] {
  const { enum: values, const: only, anyOf, oneOf, type } = schema;
  if (Array.isArray(values)) return values.flatMap(asString);
  if (only !== undefined) return asString(only);
  if (type === 'boolean') return ['true', 'false'];
  const members = anyOf ?? oneOf;
  return Array.isArray(members) ? members.filter(isObject).flatMap(choicesOf) : [];
}

function asString(value: unknown): readonly string[] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

/** Converts argument strings to the types of their schemas. */
export function typedArguments(sent: Fields, known: readonly PromptArgument[]): Fields {
  const schemas = new Map(known.map(({ name, schema }) => [name, schema]));
  return Object.fromEntries(
    Object.entries(sent).map(([name, text]) => [name, typedArgument(String(text), schemas.get(name) ?? {})]),
  );
}

function typedArgument(text: string, schema: Fields): unknown {
  const alternatives = alternativesOf(schema);
  const choice = alternatives.flatMap(valuesOf).find((value) => String(value) === text);
  if (choice !== undefined) return choice;
  const types = new Set(alternatives.flatMap(({ type }): unknown => type));
  if (types.has('string')) return text;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const isNumeric = types.has('number') || types.has('integer');
  return isNumeric && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** The members of a union, or the schema itself. */
function alternativesOf(schema: Fields): readonly Fields[] {
  const members = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(members) ? members.filter(isObject).flatMap(alternativesOf) : [schema];
}

/** The values that a schema enumerates, except null, which no text means. */
function valuesOf({ enum: values, const: only }: Fields): readonly unknown[] {
  const all: readonly unknown[] = Array.isArray(values) ? values : [only];
  return all.filter((value) => asString(value).length > 0);
}
