import type { AdaptedTool, AdaptedTools } from './adapt/adapt-tools.ts';
import { anthropicApi } from './adapt/model-apis.ts';
import type { ToolReport } from './adapt/model-tool.ts';
import type { TurnOptions } from './calls/model-answer.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
import type {
  DeferOptions,
  ExampleOptions,
  StrictLoopToolsOptions,
  StrictModelToolsOptions,
} from './to/model-tools-options.ts';

/** A tool of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  strict?: boolean;
  defer_loading?: boolean;
  input_examples?: { [name: string]: unknown }[];
}

/** A block of `message.content`; calls have the type `tool_use`. */
export interface AnthropicBlock {
  readonly type: string;
}

/** The answer to a call. */
export interface AnthropicResult {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

/** The next message, with the answers to all calls of a turn. */
export interface AnthropicResults {
  role: 'user';
  content: AnthropicResult[];
}

/** Tools for the Messages API. */
export interface AnthropicTools {
  /** For `tools` of the request. */
  readonly tools: AnthropicTool[];
  readonly report: readonly ToolReport[];
  /** Answers the calls in `message.content` with one message. */
  readonly answer: (content: readonly AnthropicBlock[], turn?: TurnOptions) => Promise<AnthropicResults>;
}

/** Options of `toAnthropic`. */
export interface AnthropicOptions extends StrictModelToolsOptions, DeferOptions, ExampleOptions {}

const messagesFormat = {
  functionName: 'toAnthropic()',
  api: anthropicApi,
  optionNames: ['deferLoading', 'inputExamples'],
};

/** Converts the tools of a client or server for Anthropic's Messages API, and answers the calls of its models. */
export async function toAnthropic(source: ModelToolSource, options: AnthropicOptions = {}): Promise<AnthropicTools> {
  const { prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerCalls } = await prepareTools(source, options, messagesFormat);
  return {
    tools: encodeTools(adapted, options),
    report: adapted.report,
    async answer(content, turn) {
      const calls = content.filter(isToolUse);
      const answers = await answerCalls(calls, turn);
      return {
        role: 'user',
        content: answers.map(({ text, isError }, index) => ({
          type: 'tool_result',
          tool_use_id: calls[index]?.id ?? '',
          content: text,
          is_error: isError,
        })),
      };
    },
  };
}

/** Returns tools as the Messages API accepts them. */
function encodeTools(
  { tools }: AdaptedTools,
  { deferLoading, inputExamples }: DeferOptions & ExampleOptions,
): AnthropicTool[] {
  return tools.map(({ name, description, inputSchema, isStrict, tool, toModelInput }) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' },
    ...(isStrict && { strict: true }),
    ...(deferLoading?.(tool) === true && { defer_loading: true }),
    ...examplesOf(inputExamples?.(tool), toModelInput),
  }));
}

interface ToolUse extends AnthropicBlock {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

function isToolUse(block: AnthropicBlock): block is ToolUse {
  return block.type === 'tool_use';
}

function examplesOf(
  inputs: readonly Readonly<Record<string, unknown>>[] = [],
  toModelInput: AdaptedTool['toModelInput'],
): { input_examples?: { [name: string]: unknown }[] } {
  return inputs.length === 0 ? {} : { input_examples: inputs.map((input) => ({ ...toModelInput(input) })) };
}

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

const runnerFormat = {
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
  const { prepareTools } = await import('./to/prepare-tools.ts');
  const { adapted, answerOne } = await prepareTools(source, options, runnerFormat);
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
