export {
  type OpenAiChatCall,
  type OpenAiChatResult,
  type OpenAiChatTool,
  type OpenAiChatTools,
  toOpenAiChat,
} from './to/openai-chat.ts';
export {
  type OpenAiResponsesItem,
  type OpenAiResponsesOptions,
  type OpenAiResponsesResult,
  type OpenAiResponsesTool,
  type OpenAiResponsesTools,
  toOpenAiResponses,
} from './to/openai-responses.ts';
