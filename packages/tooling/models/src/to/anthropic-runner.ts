import { anthropicApi } from '../adapt/model-apis.ts';
import type { ToolReport } from '../adapt/model-tool.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';
import { type AnthropicTool, encodeTools } from './anthropic.ts';
import type { DeferOptions, ExampleOptions, StrictLoopToolsOptions } from './model-tools-options.ts';

/** The details that the runner passes with a call. */
export interface AnthropicRun {
  readonly toolUse: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
}

/** A tool for the runner of Anthropic's SDK. */
export interface AnthropicRunnableTool extends AnthropicTool {
  parse(content: unknown): unknown;
  run(input: unknown, call?: AnthropicRun): Promise<string>;
}

/** Options of `toAnthropicRunner`. */
export interface AnthropicRunnerOptions extends StrictLoopToolsOptions, DeferOptions, ExampleOptions {
  /** `ToolError` of `@anthropic-ai/sdk/helpers/beta/toolsets`, which marks a result as a failure. */
  readonly ToolError: new (
    content: string,
  ) => Error;
}

/** Tools for `client.beta.messages.toolRunner`, which runs them in its own loop. */
export interface AnthropicRunnerTools {
  readonly tools: AnthropicRunnableTool[];
  readonly report: readonly ToolReport[];
}

const format = {
  functionName: 'toAnthropicRunner()',
  api: anthropicApi,
  optionNames: ['deferLoading', 'inputExamples'],
  sdkFunctions: ['ToolError'],
};

/** Converts the tools of a client or server for the tool runner of Anthropic's SDK. */
export async function toAnthropicRunner(
  source: ModelToolSource,
  options: AnthropicRunnerOptions,
): Promise<AnthropicRunnerTools> {
  const { prepareTools } = await import('./prepare-tools.ts');
  const { adapted, answerOne } = await prepareTools(source, options, format);
  const { ToolError, attempts } = options;
  const tools = encodeTools(adapted, options).map(
    (tool): AnthropicRunnableTool => ({
      ...tool,
      // Without validation, because the messages of the tool's own validation help a model more.
      parse: (content) => content,
      async run(input, { toolUse, signal } = { toolUse: { id: '' } }) {
        const turn = { signal: signal ?? undefined, attempts };
        const { text, isError } = await answerOne({ id: toolUse.id, name: tool.name, input }, turn);
        if (isError) throw new ToolError(text);
        return text;
      },
    }),
  );
  return { tools, report: adapted.report };
}
