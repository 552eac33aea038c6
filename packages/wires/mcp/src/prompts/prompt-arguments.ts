import type { JsonSchema } from '@toolwire/core';
import { StartUpError } from '@toolwire/internal';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** One argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Fields;
  /** The values that its schema names. */
  readonly choices: readonly string[];
}

/** Reads the arguments out of the schema of a prompt's input; throws for what no text can say. */
export function promptArguments({ properties = {}, required }: JsonSchema): readonly PromptArgument[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, given]) => {
    const schema = isObject(given) ? given : {};
    const { title, description, type } = schema;
    if (type === 'object' || type === 'array') {
      throw new StartUpError(
        'TW_PROMPT',
        `its argument '${name}' is ${type === 'array' ? 'a list' : 'an object'}, and clients send texts`,
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
  if (Array.isArray(values)) return values.flatMap(asText);
  if (only !== undefined) return asText(only);
  if (type === 'boolean') return ['true', 'false'];
  const members = anyOf ?? oneOf;
  return Array.isArray(members) ? members.flatMap((one) => (isObject(one) ? choicesOf(one) : [])) : [];
}

function asText(value: unknown): readonly string[] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

/** The arguments as their schemas want them: clients send all of them as texts. */
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
