import { andThen, type SchemaSource } from '@toolwire/core';
import { type Fields, isObject, StartUpError } from '@toolwire/internal';

/** The schema of a LangChain tool for a check beforehand. The tool is handed the input as it came, since LangChain parses it itself. */
export function langChainSchema(name: string, schema: unknown): SchemaSource {
  if (!isObject(schema)) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `The schema of tool '${name}' is no schema. Give tool() a schema of zod or a JSON Schema.`,
    );
  }
  if (isTextInput(schema)) return textInput;
  const { '~standard': standard } = schema;
  return isObject(standard) && isFunction(standard['validate'])
    ? unparsed(schema, standard, standard['validate'])
    : jsonSchemaOf(schema, standard);
}

/** Tools that take a text have a schema of zod 3 of their own, which says so in a transform. */
function isTextInput(schema: Fields): boolean {
  const { _def: definition } = schema;
  if (!isObject(definition) || definition['typeName'] !== 'ZodEffects') return false;
  const inner = definition['schema'];
  const shape = isObject(inner) ? inner['shape'] : undefined;
  return isObject(shape) && Object.keys(shape).join() === 'input';
}

const textInput = { type: 'object', properties: { input: { type: 'string' } } };

function jsonSchemaOf(schema: Fields, standard: unknown): SchemaSource {
  const converter = isObject(standard) ? standard['jsonSchema'] : undefined;
  const input = isObject(converter) ? converter['input'] : undefined;
  const converted: unknown = isFunction(input) ? input.call(converter, { target: 'draft-2020-12' }) : schema;
  return isObject(converted) ? converted : schema;
}

type Validate = (this: unknown, value: unknown) => unknown;

function isFunction(value: unknown): value is Validate {
  return typeof value === 'function';
}

/** The same schema, of which a value that fits comes back unchanged; its library is to be known by it nonetheless. */
function unparsed(schema: Fields, standard: Fields, validate: Validate): SchemaSource {
  const { safeParseAsync } = schema;
  const unchanged: PropertyDescriptorMap = {
    '~standard': {
      value: {
        ...standard,
        validate: (value: unknown) => andThen(validate(value), (result) => (hasIssues(result) ? result : { value })),
      },
    },
    ...(isFunction(safeParseAsync) && {
      safeParseAsync: {
        value: async (value: unknown) => {
          const result = await safeParseAsync.call(schema, value);
          return isObject(result) && result['success'] === true ? { success: true, data: value } : result;
        },
      },
    }),
  };
  return Object.create(schema, unchanged) as SchemaSource;
}

function hasIssues(result: unknown): boolean {
  return isObject(result) && result['issues'] !== undefined;
}
