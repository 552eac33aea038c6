import {
  checkOptions,
  type DeferOptions,
  type ExampleOptions,
  type StrictLoopToolsOptions,
} from '../calls/answer-options.ts';
import { anthropicReader } from '../offer/anthropic-reader.ts';
import type { ToolReport } from '../offer/tool-report.ts';
import type { Given } from '../source/model-tool-source.ts';
import { toldTools } from './anthropic.ts';
import { prepareTools } from './prepare-tools.ts';
import { takeArguments, withParts } from './take-arguments.ts';

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

/** Makes tools for the runner of Anthropic's SDK. */
export async function makeAnthropicRunnerTools(given: Given<AnthropicRunnerOptions>): Promise<AnthropicRunnerTools> {
  const of = 'toAnthropicRunner()';
  const taken = takeArguments(given);
  checkOptions(of, taken.options, {
    strict: true,
    attempts: true,
    deferLoading: true,
    ToolError: true,
    inputExamples: true,
  });
  const options = withParts(of, taken.options, ['ToolError']);
  const { ToolError, attempts } = options;
  const { offer, answerCalls } = await prepareTools(of, taken, anthropicReader, options);
  const tools = toldTools(offer, options).map(
    (told): AnthropicRunnableTool => ({
      ...told,
      // Without a check of its own: the tool's check has words from which a model learns.
      parse: (content) => content,
      async run(input, { toolUse, signal } = { toolUse: { id: '' } }) {
        const [answer] = await answerCalls([{ id: toolUse.id, name: told.name, input }], {
          signal: signal ?? undefined,
          attempts,
        });
        const { text, isError } = answer ?? { text: 'There is no answer of the tool.', isError: true };
        if (isError) throw new ToolError(text);
        return text;
      },
    }),
  );
  return { tools, report: offer.report };
}
