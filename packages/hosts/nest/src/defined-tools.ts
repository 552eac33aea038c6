import type { ToolContext, ToolDefinition } from '@toolwire/core';
import { addRunParams } from './call-params.ts';
import { markEntryProvider } from './nest-metadata.ts';

/** The handler of tools that factories create with `defineTool`. */
export class DefinedTools {
  static {
    addRunParams(DefinedTools.prototype, 'runTool');
    markEntryProvider(DefinedTools);
  }

  runTool(input: unknown, context: ToolContext, run: ToolDefinition['run']): unknown {
    return run(input, context);
  }
}
