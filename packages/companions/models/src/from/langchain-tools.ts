import type { ToolDefinition } from '@toolwire/core';
import { checkThrowingOptions, type ThrowingImportOptions } from './import-options.ts';
import { defineImported, type ImportedTool } from './imported-tool.ts';
import { readLangChainOutput } from './langchain-output.ts';
import { langChainSchema } from './langchain-schema.ts';
import { runTelling } from './thrown-error.ts';

/** A tool of LangChain: what `tool()` makes, or a class that extends `StructuredTool`. */
export interface LangChainSourceTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly schema: unknown;
  invoke(input: unknown, config?: object): Promise<unknown>;
}

/** The tools of LangChain as tools of a server: what is handed to `createAgent` and `bindTools`. */
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
      runTelling(errorMessages, context, async () => {
        const { signal, progress } = context;
        let events = 0;
        const handleToolEvent = (event: unknown): void => {
          events += 1;
          progress(events, undefined, typeof event === 'string' ? event : undefined);
        };
        // By its input alone: of a call that has an id LangChain makes a message, in which every value is a text.
        return readLangChainOutput(await tool.invoke(input, { signal, callbacks: [{ handleToolEvent }] }));
      }),
  };
}
