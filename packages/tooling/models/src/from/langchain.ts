import { andThen, content, type SchemaSource, type ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { type Fields, isObject, StartupError } from '@toolwire/internal';
import { blockOfPart } from './content-parts.ts';
import {
  checkThrowingOptions,
  defineImported,
  type ImportedTool,
  isFunction,
  runWithErrorMessages,
  type ThrowingImportOptions,
  type UntypedFunction,
} from './imported-tool.ts';

/** A tool of LangChain, from `tool()` or a class that extends `StructuredTool`. */
export interface LangChainSourceTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly schema: unknown;
  invoke(input: unknown, config?: object): Promise<unknown>;
}

/** Returns tools of LangChain, as `createAgent` and `bindTools` accept them, as tool definitions. */
export function fromLangChain(
  tools: readonly LangChainSourceTool[],
  options: ThrowingImportOptions = {},
): ToolDefinition[] {
  const names = tools.map(({ name }) => name);
  checkThrowingOptions('fromLangChain()', options, names);
  const imported = tools.map((tool) => importTool(tool, options.errorMessages));
  return defineImported('fromLangChain()', imported, options);
}

function importTool(tool: LangChainSourceTool, errorMessages: ThrowingImportOptions['errorMessages']): ImportedTool {
  const { name, description, schema } = tool;
  return {
    name,
    description,
    input: langChainSchema(name, schema),
    run: (input, context) =>
      runWithErrorMessages(errorMessages, context, async () => {
        const { signal, progress } = context;
        let events = 0;
        const handleToolEvent = (event: unknown): void => {
          events += 1;
          progress(events, undefined, typeof event === 'string' ? event : undefined);
        };
        // Without the call ID, because LangChain would return a message in which every value is a string.
        return readLangChainOutput(await tool.invoke(input, { signal, callbacks: [{ handleToolEvent }] }));
      }),
  };
}

/** Returns the value of a LangChain tool, its content blocks, or the content of its message. */
function readLangChainOutput(returned: unknown): unknown {
  if (!isObject(returned) || returned['lc_direct_tool_output'] !== true) return outputOf(returned);
  if (!('tool_call_id' in returned)) {
    throw new TypeError('The tool returned a Command, which only a LangGraph graph can process.');
  }
  const { content: message, status } = returned;
  if (status === 'error') throw new ToolError(textOf(message));
  return outputOf(message);
}

function outputOf(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const blocks = value.map(blockOfPart).filter((block) => block !== undefined);
  // Any other list is a plain value.
  return blocks.length === value.length ? content(...blocks) : value;
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const parts: readonly unknown[] = Array.isArray(message) ? message : [];
  return parts
    .filter((part): part is Fields & { readonly text: string } => isObject(part) && typeof part['text'] === 'string')
    .map(({ text }) => text)
    .join('\n');
}

/** Returns the schema of a LangChain tool, which checks the input and passes it on unchanged, because LangChain parses it too. */
function langChainSchema(name: string, schema: unknown): SchemaSource {
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
