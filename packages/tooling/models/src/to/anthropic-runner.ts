import { anthropicApi } from '../adapt/model-apis.ts';
import type { ToolReport } from '../adapt/model-tool.ts';
import {
  checkOptions,
  type DeferOptions,
  type ExampleOptions,
  type StrictLoopToolsOptions,
} from '../calls/answer-options.ts';
import type { ToolArguments } from '../source/model-tool-source.ts';
import { type AnthropicTool, encodeTools } from './anthropic.ts';
import { prepareTools, requireSdkFunctions, splitArguments } from './prepare-tools.ts';

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

export async function createAnthropicRunnerTools(
  args: ToolArguments<AnthropicRunnerOptions>,
): Promise<AnthropicRunnerTools> {
  const functionName = 'toAnthropicRunner()';
  const split = splitArguments(args);
  checkOptions(functionName, split.options, {
    strict: true,
    attempts: true,
    deferLoading: true,
    ToolError: true,
    inputExamples: true,
  });
  const options = requireSdkFunctions(functionName, split.options, ['ToolError']);
  const { ToolError, attempts } = options;
  const { adapted, answerCalls } = await prepareTools(functionName, split, anthropicApi, options);
  const tools = encodeTools(adapted, options).map(
    (tool): AnthropicRunnableTool => ({
      ...tool,
      // Without validation, because the messages of the tool's own validation help a model more.
      parse: (content) => content,
      async run(input, { toolUse, signal } = { toolUse: { id: '' } }) {
        const [answer] = await answerCalls([{ id: toolUse.id, name: tool.name, input }], {
          signal: signal ?? undefined,
          attempts,
        });
        const { text, isError } = answer ?? { text: 'The tool did not answer.', isError: true };
        if (isError) throw new ToolError(text);
        return text;
      },
    }),
  );
  return { tools, report: adapted.report };
}
