import type { StrictModelToolsOptions } from './calls/answer-options.ts';
import type { ToolCaller } from './calls/tool-result.ts';
import type { ModelToolList, ModelToolSource, ToolArguments } from './source/model-tool-source.ts';
import type { OpenAiChatTools } from './to/openai-chat.ts';
import type { OpenAiResponsesOptions, OpenAiResponsesTools } from './to/openai-responses.ts';

export type { OpenAiChatCall, OpenAiChatResult, OpenAiChatTool, OpenAiChatTools } from './to/openai-chat.ts';
export type {
  OpenAiResponsesItem,
  OpenAiResponsesOptions,
  OpenAiResponsesResult,
  OpenAiResponsesTool,
  OpenAiResponsesTools,
} from './to/openai-responses.ts';

/** Converts the tools of a client or server for OpenAI's Chat Completions API, and answers the calls of its models. */
export function toOpenAiChat(source: ModelToolSource, options?: StrictModelToolsOptions): Promise<OpenAiChatTools>;
/** Uses `caller` for the calls of the tools. */
export function toOpenAiChat(
  tools: ModelToolList,
  caller: ToolCaller,
  options?: StrictModelToolsOptions,
): Promise<OpenAiChatTools>;
export async function toOpenAiChat(...args: ToolArguments<StrictModelToolsOptions>): Promise<OpenAiChatTools> {
  const { createOpenAiChatTools } = await import('./to/openai-chat.ts');
  return createOpenAiChatTools(args);
}

/** Converts the tools of a client or server for OpenAI's Responses API, and answers the calls of its models. */
export function toOpenAiResponses(
  source: ModelToolSource,
  options?: OpenAiResponsesOptions,
): Promise<OpenAiResponsesTools>;
/** Uses `caller` for the calls of the tools. */
export function toOpenAiResponses(
  tools: ModelToolList,
  caller: ToolCaller,
  options?: OpenAiResponsesOptions,
): Promise<OpenAiResponsesTools>;
export async function toOpenAiResponses(...args: ToolArguments<OpenAiResponsesOptions>): Promise<OpenAiResponsesTools> {
  const { createOpenAiResponsesTools } = await import('./to/openai-responses.ts');
  return createOpenAiResponsesTools(args);
}
