import { content, type ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { type Fields, isObject } from '@toolwire/internal';
import { blockOfPart } from './content-parts.ts';
import { checkThrowingOptions, type ThrowingImportOptions } from './import-options.ts';
import { defineImported, type ImportedTool, runWithErrorMessages } from './imported-tool.ts';
import { langChainSchema } from './langchain-schema.ts';

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
  const { errorMessages, ...importOptions } = options;
  const imported = tools.map((tool) => importTool(tool, errorMessages));
  return defineImported('fromLangChain()', imported, importOptions);
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
