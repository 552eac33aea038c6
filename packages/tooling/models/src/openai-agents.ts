export {
  type OpenAiAgentsCall,
  type OpenAiAgentsFields,
  type OpenAiAgentsOptions,
  type OpenAiAgentsParameters,
  type OpenAiAgentsTools,
  toOpenAiAgents,
} from './to/openai-agents.ts';
