import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';

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
export function promptArguments({ properties = {}, required }: JsonSchema): readonly PromptArgument[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, given]) => {
    const schema = isObject(given) ? given : {};
    const { title, description, type } = schema;
    if (type === 'object' || type === 'array') {
      throw new StartUpError(
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
  return Array.isArray(members) ? members.flatMap((one) => (isObject(one) ? choicesOf(one) : [])) : [];
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

function typedArgument(text: string, { type }: Fields): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if ((type === 'number' || type === 'integer') && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  return text;
}
