import {
  content,
  type JsonSchema,
  type SchemaSource,
  type ToolAnnotations,
  type ToolContext,
  type ToolDefinition,
} from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { type Fields, isObject, isPromise, StartupError, withoutUndefined } from '@toolwire/internal';
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

/** A tool of the AI SDK 6 or 7, from `tool()` or `dynamicTool()`. */
export interface AiSdkSourceTool {
  readonly description?: unknown;
  readonly title?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly needsApproval?: unknown;
  readonly execute?: unknown;
  readonly toModelOutput?: unknown;
}

/** Returns tools of the AI SDK, as `generateText` accepts them, as tool definitions. */
export function fromAiSdk<Tools extends Readonly<Record<string, AiSdkSourceTool>>>(
  tools: Tools,
  options: ThrowingImportOptions<keyof Tools & string> = {},
): ToolDefinition[] {
  checkThrowingOptions('fromAiSdk()', options, Object.keys(tools));
  const imported = Object.entries(tools).map(([name, tool]) => importTool(name, tool, options.errorMessages));
  return defineImported('fromAiSdk()', imported, options);
}

function importTool(
  name: string,
  tool: AiSdkSourceTool,
  errorMessages: ThrowingImportOptions['errorMessages'],
): ImportedTool {
  const { description, title, inputSchema, outputSchema, needsApproval, execute } = tool;
  if (!isFunction(execute)) {
    throw new StartupError(
      'TW_TOOL_RUN',
      `Tool '${name}' of fromAiSdk() has no execute function, because its provider or the app runs it. Remove it from the tools.`,
    );
  }
  const output = outputSchema === undefined ? undefined : aiSdkSchema(name, 'outputSchema', outputSchema);
  return {
    name,
    description: typeof description === 'string' ? description : undefined,
    input: aiSdkSchema(name, 'inputSchema', inputSchema),
    ...withoutUndefined({ title, output, annotations: annotationsOf(needsApproval) }),
    run: (input, context) =>
      runWithErrorMessages(errorMessages, context, async () => {
        const { callId: toolCallId, signal: abortSignal, progress } = context;
        const returned = execute.call(tool, input, { toolCallId, messages: [], abortSignal });
        const result = await lastOf(returned, progress);
        return readAiSdkOutput(tool, { toolCallId, input, output: result }, output !== undefined);
      }),
  };
}

/** A server cannot ask for approval, so the annotation makes clients ask. */
function annotationsOf(needsApproval: unknown): ToolAnnotations | undefined {
  return needsApproval === true || isFunction(needsApproval) ? { destructive: true } : undefined;
}

/** The last value of a streaming tool is its output; the values before it are progress. */
async function lastOf(returned: unknown, progress: ToolContext['progress']): Promise<unknown> {
  if (!isAsyncIterable(returned)) return returned;
  let last: unknown;
  let count = 0;
  for await (const value of returned) {
    if (count > 0) progress(count, undefined, typeof last === 'string' ? last : undefined);
    last = value;
    count += 1;
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

interface FinishedCall {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/**
 * Returns the output of a tool, or the result of its `toModelOutput` for models. A failure from `toModelOutput` is a failure here too.
 * With an output schema the output stays as it is, because callers rely on the schema.
 */
async function readAiSdkOutput(
  tool: { readonly toModelOutput?: unknown },
  call: FinishedCall,
  hasOutputSchema: boolean,
): Promise<unknown> {
  const { toModelOutput } = tool;
  if (typeof toModelOutput !== 'function') return call.output;
  const modelOutput: unknown = await toModelOutput.call(tool, call);
  if (!isObject(modelOutput)) return call.output;
  if (modelOutput['type'] === 'error-text') throw new ToolError(String(modelOutput['value']));
  if (modelOutput['type'] === 'error-json') throw new ToolError(JSON.stringify(modelOutput['value']));
  if (modelOutput['type'] === 'execution-denied') throw new ToolError(denialMessage(modelOutput));
  if (hasOutputSchema) return call.output;
  const { value } = modelOutput;
  return modelOutput['type'] === 'content' && Array.isArray(value)
    ? content(...value.map((part: unknown) => blockOfPart(part) ?? JSON.stringify(part)))
    : value;
}

function denialMessage({ reason }: Fields): string {
  return typeof reason === 'string' ? reason : 'The tool was not allowed to run.';
}

/** Returns a schema of an AI SDK tool as a schema source. It comes from a schema library, from `jsonSchema()`, or from a function that returns either. */
function aiSdkSchema(name: string, field: 'inputSchema' | 'outputSchema', source: unknown): SchemaSource {
  if (isStandard(source)) return source;
  const schema: unknown = isFunction(source) ? source() : source;
  if (isStandard(schema)) return schema;
  const jsonSchema = isObject(schema) ? schema['jsonSchema'] : undefined;
  if (isPromise(jsonSchema)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The ${field} of tool '${name}' is a promise. Await it first: jsonSchema(await load()).`,
    );
  }
  if (!isObject(schema) || !isObject(jsonSchema)) {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `The ${field} of tool '${name}' must be a schema of Zod or another library, or the result of jsonSchema().`,
    );
  }
  const { validate } = schema;
  return isFunction(validate) ? schemaWithValidate(validate, jsonSchema) : jsonSchema;
}

function isStandard(source: unknown): source is SchemaSource {
  return (isObject(source) || typeof source === 'function') && '~standard' in source;
}

/** A schema with its own `validate`, whose result is the input of the tool. */
function schemaWithValidate(validate: UntypedFunction, jsonSchema: JsonSchema): SchemaSource {
  return {
    '~standard': {
      version: 1,
      vendor: 'ai',
      validate: async (value) => {
        const result = await validate(value);
        if (!isObject(result)) throw new TypeError('The validate function of a schema returned no result.');
        return result['success'] === true ? { value: result['value'] } : { issues: issuesOf(result) };
      },
      jsonSchema: { input: () => ({ ...jsonSchema }), output: () => ({ ...jsonSchema }) },
    },
  };
}

type Issues = readonly { readonly message: string }[];

function issuesOf({ error }: Fields): Issues {
  // Zod, and libraries that list issues like Standard Schema, have them on the error.
  const issues: unknown = typeof error === 'object' && error !== null && 'issues' in error ? error.issues : undefined;
  return isIssues(issues) ? issues : [{ message: error instanceof Error ? error.message : 'is invalid' }];
}

function isIssues(value: unknown): value is Issues {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
