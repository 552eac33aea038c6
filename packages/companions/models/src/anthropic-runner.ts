import { createAnswerCalls } from './calls/answer-calls.ts';
import {
  checkOptions,
  type DeferOptions,
  type ExampleOptions,
  type StrictLoopToolsOptions,
} from './calls/answer-options.ts';
import type { ToolCaller } from './calls/tool-result.ts';
import { examplesOf } from './offer/anthropic-examples.ts';
import { anthropicReader } from './offer/anthropic-reader.ts';
import type { ModelTool } from './offer/model-tool.ts';
import { offerTools } from './offer/offer-tools.ts';
import type { ToolReport } from './offer/tool-report.ts';

/** What the runner says of the call that it runs. */
export interface AnthropicRun {
  readonly toolUse: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
}

/** A tool that the runner of Anthropic's SDK runs. */
export interface AnthropicRunnableTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  strict?: boolean;
  defer_loading?: boolean;
  input_examples?: { [name: string]: unknown }[];
  parse(content: unknown): unknown;
  run(input: unknown, call?: AnthropicRun): Promise<string>;
}

/** What of the package `@anthropic-ai/sdk` is needed, and how tools are told. */
export interface AnthropicRunnerOptions extends StrictLoopToolsOptions, DeferOptions, ExampleOptions {
  /** `ToolError` of `@anthropic-ai/sdk/helpers/beta/toolsets`, by which the runner tells a failure from a result. */
  readonly ToolError: new (
    content: string,
  ) => Error;
}

/** Tools for `client.beta.messages.toolRunner`, which answers calls by them itself. */
export interface AnthropicRunnerTools {
  readonly tools: AnthropicRunnableTool[];
  readonly report: readonly ToolReport[];
}

/** Hands tools to the tool runner of Anthropic's SDK. */
export function toAnthropicRunner(
  tools: readonly ModelTool[],
  caller: ToolCaller,
  options: AnthropicRunnerOptions,
): AnthropicRunnerTools {
  checkOptions('toAnthropicRunner()', options, {
    strict: true,
    attempts: true,
    deferLoading: true,
    ToolError: true,
    inputExamples: true,
  });
  const { ToolError, attempts } = options;
  const offer = offerTools(tools, anthropicReader, options);
  const answerCalls = createAnswerCalls(offer, caller, options);
  const made = offer.tools.map(
    ({ name, description, inputSchema, isStrict, tool, disclose }): AnthropicRunnableTool => ({
      name,
      description,
      input_schema: { ...inputSchema, type: 'object' },
      ...(isStrict && { strict: true }),
      ...(options.deferLoading?.(tool) === true && { defer_loading: true }),
      ...examplesOf(options.inputExamples?.(tool), disclose),
      // Without a check of its own: the tool's check has words from which a model learns.
      parse: (content) => content,
      async run(input, { toolUse, signal } = { toolUse: { id: '' } }) {
        const [answer] = await answerCalls([{ id: toolUse.id, name, input }], {
          signal: signal ?? undefined,
          attempts,
        });
        const { text, isError } = answer ?? { text: 'There is no answer of the tool.', isError: true };
        if (isError) throw new ToolError(text);
        return text;
      },
    }),
  );
  return { tools: made, report: offer.report };
}
