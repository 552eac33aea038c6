import type { Dialect } from './dialect.ts';
import { aiSdk } from './dialects/ai-sdk.ts';
import { anthropic, anthropicRunner } from './dialects/anthropic.ts';
import { gemini } from './dialects/gemini.ts';
import { langChain } from './dialects/langchain.ts';
import { openAiAgents } from './dialects/openai-agents.ts';
import { openAiChat } from './dialects/openai-chat.ts';
import { openAiResponses } from './dialects/openai-responses.ts';

/** Every API. */
export const dialects: Readonly<Record<string, Dialect>> = {
  'OpenAI chat completions': openAiChat,
  'OpenAI responses': openAiResponses,
  'OpenAI Agents': openAiAgents,
  'Anthropic messages': anthropic,
  "Anthropic's tool runner": anthropicRunner,
  Gemini: gemini,
  'AI SDK': aiSdk,
  LangChain: langChain,
};
