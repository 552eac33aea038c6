import type { StrictModelToolsOptions } from './calls/answer-options.ts';
import type { ToolCaller } from './calls/tool-result.ts';
import type { OpenAiChatTools } from './make/openai-chat.ts';
import type { OpenAiResponsesOptions, OpenAiResponsesTools } from './make/openai-responses.ts';
import type { Given, ModelToolList, ModelToolSource } from './source/model-tool-source.ts';

export type { OpenAiChatCall, OpenAiChatResult, OpenAiChatTool, OpenAiChatTools } from './make/openai-chat.ts';
export type {
  OpenAiResponsesItem,
  OpenAiResponsesOptions,
  OpenAiResponsesResult,
  OpenAiResponsesTool,
  OpenAiResponsesTools,
} from './make/openai-responses.ts';

/** Hands the tools of a client or a server to models by OpenAI's Chat Completions API, and answers what they call. */
export function toOpenAiChat(source: ModelToolSource, options?: StrictModelToolsOptions): Promise<OpenAiChatTools>;
/** The same for tools that another calls. */
export function toOpenAiChat(
  tools: ModelToolList,
  caller: ToolCaller,
  options?: StrictModelToolsOptions,
): Promise<OpenAiChatTools>;
export async function toOpenAiChat(...given: Given<StrictModelToolsOptions>): Promise<OpenAiChatTools> {
  const { makeOpenAiChatTools } = await import('./make/openai-chat.ts');
  return makeOpenAiChatTools(given);
}

/** Hands the tools of a client or a server to models by OpenAI's Responses API, and answers what they call. */
export function toOpenAiResponses(
  source: ModelToolSource,
  options?: OpenAiResponsesOptions,
): Promise<OpenAiResponsesTools>;
/** The same for tools that another calls. */
export function toOpenAiResponses(
  tools: ModelToolList,
  caller: ToolCaller,
  options?: OpenAiResponsesOptions,
): Promise<OpenAiResponsesTools>;
export async function toOpenAiResponses(...given: Given<OpenAiResponsesOptions>): Promise<OpenAiResponsesTools> {
  const { makeOpenAiResponsesTools } = await import('./make/openai-responses.ts');
  return makeOpenAiResponsesTools(given);
}
