import { andThen, type SchemaSource } from '@toolwire/core';
import { type Fields, isObject, StartupError } from '@toolwire/internal';
import { isFunction, type UntypedFunction } from './imported-tool.ts';

/** Returns the schema of a LangChain tool, which checks the input and passes it on unchanged, because LangChain parses it too. */
export function langChainSchema(name: string, schema: unknown): SchemaSource {
  if (!isObject(schema)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The LangChain tool '${name}' has no usable schema. Pass a Zod schema or a JSON Schema to LangChain's tool().`,
    );
  }
  if (isTextInput(schema)) return textInput;
  const { '~standard': standard } = schema;
  return isObject(standard) && isFunction(standard['validate'])
    ? withoutParsing(schema, standard, standard['validate'])
    : jsonSchemaOf(schema, standard);
}

/** LangChain gives tools with a string input a Zod 3 schema with a transform. */
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

/** Returns the schema with validators that keep valid values unchanged. Its prototype still identifies the library. */
function withoutParsing(schema: Fields, standard: Fields, validate: UntypedFunction): SchemaSource {
  const { safeParseAsync } = schema;
  const validators: PropertyDescriptorMap = {
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
  return Object.create(schema, validators) as SchemaSource;
}

function hasIssues(result: unknown): boolean {
  return isObject(result) && result['issues'] !== undefined;
}
