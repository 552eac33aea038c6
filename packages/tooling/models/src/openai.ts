import type { StrictModelToolsOptions } from './calls/answer-options.ts';
import type { ModelToolSource } from './source/model-tool-source.ts';
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
export async function toOpenAiChat(
  source: ModelToolSource,
  options?: StrictModelToolsOptions,
): Promise<OpenAiChatTools> {
  const { createOpenAiChatTools } = await import('./to/openai-chat.ts');
  return createOpenAiChatTools(source, options);
}

/** Converts the tools of a client or server for OpenAI's Responses API, and answers the calls of its models. */
export async function toOpenAiResponses(
  source: ModelToolSource,
  options?: OpenAiResponsesOptions,
): Promise<OpenAiResponsesTools> {
  const { createOpenAiResponsesTools } = await import('./to/openai-responses.ts');
  return createOpenAiResponsesTools(source, options);
}
