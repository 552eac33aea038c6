import type { ModelToolSource } from './source/model-tool-source.ts';
import type { OpenAiAgentsOptions, OpenAiAgentsTools } from './to/openai-agents.ts';

export type {
  OpenAiAgentsCall,
  OpenAiAgentsFields,
  OpenAiAgentsOptions,
  OpenAiAgentsParameters,
  OpenAiAgentsTools,
} from './to/openai-agents.ts';

/** Converts the tools of a client or server for the OpenAI Agents SDK. */
export async function toOpenAiAgents<SdkTool extends object>(
  source: ModelToolSource,
  options: OpenAiAgentsOptions<SdkTool>,
): Promise<OpenAiAgentsTools<SdkTool>> {
  const { createOpenAiAgentsTools } = await import('./to/openai-agents.ts');
  return createOpenAiAgentsTools(source, options);
}
