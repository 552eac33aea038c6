import type { ToolAnnotations, ToolDefinition } from '@toolwire/core';
import { StartUpError } from '@toolwire/internal';
import { readAiSdkOutput } from './ai-sdk-output.ts';
import { aiSdkSchema } from './ai-sdk-schema.ts';
import { checkThrowingOptions, type ThrowingImportOptions } from './import-options.ts';
import { defineImported, type ImportedTool } from './imported-tool.ts';
import { runTelling } from './thrown-error.ts';

/** A tool of the AI SDK, of the majors 5 to 7: as `tool()` and `dynamicTool()` make it. */
export interface AiSdkSourceTool {
  readonly description?: unknown;
  readonly title?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly needsApproval?: unknown;
  readonly execute?: unknown;
  readonly toModelOutput?: unknown;
}

/** The tools of the AI SDK as tools of a server: what is handed to `generateText` as `tools`. */
export function fromAiSdk<Tools extends Readonly<Record<string, AiSdkSourceTool>>>(
  tools: Tools,
  options: ThrowingImportOptions<keyof Tools & string> = {},
): ToolDefinition[] {
  checkThrowingOptions('fromAiSdk()', options, Object.keys(tools));
  const { errorMessages, ...importOptions } = options;
  const imported = Object.entries(tools).map(([name, tool]) => importTool(name, tool, errorMessages));
  return defineImported('fromAiSdk()', imported, importOptions);
}

function importTool(
  name: string,
  tool: AiSdkSourceTool,
  errorMessages: ThrowingImportOptions['errorMessages'],
): ImportedTool {
  const { description, title, inputSchema, outputSchema, needsApproval, execute } = tool;
  if (!isFunction(execute)) {
    throw new StartUpError(
      'TW_TOOL_RUN',
      `Tool '${name}' of fromAiSdk() has no execute: its provider or the program around the model runs it. Leave it out of the tools.`,
    );
  }
  const output = outputSchema === undefined ? undefined : aiSdkSchema(name, 'outputSchema', outputSchema);
  return {
    name,
    description: typeof description === 'string' ? description : undefined,
    ...(title !== undefined && { title }),
    input: aiSdkSchema(name, 'inputSchema', inputSchema),
    ...(output !== undefined && { output }),
    ...annotationsOf(needsApproval),
    run: (input, context) =>
      runTelling(errorMessages, context, async () => {
        const { callId: toolCallId, signal: abortSignal, progress } = context;
        const returned = execute.call(tool, input, { toolCallId, messages: [], abortSignal });
        const result = await lastOf(returned, progress);
        return readAiSdkOutput(tool, { toolCallId, input, output: result }, output !== undefined);
      }),
  };
}

type Callable = (this: unknown, ...given: readonly unknown[]) => unknown;

function isFunction(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** Nobody here can be asked, so that clients hear that they ought to ask. */
function annotationsOf(needsApproval: unknown): { readonly annotations?: ToolAnnotations } {
  return needsApproval === true || isFunction(needsApproval) ? { annotations: { destructive: true } } : {};
}

/** What a tool gives bit by bit is there in its last value; those before it say how far it is. */
async function lastOf(returned: unknown, progress: (done: number, total?: number, message?: string) => void) {
  if (!isAsyncIterable(returned)) return returned;
  let last: unknown;
  let count = 0;
  for await (const given of returned) {
    if (count > 0) progress(count, undefined, typeof last === 'string' ? last : undefined);
    last = given;
    count += 1;
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
