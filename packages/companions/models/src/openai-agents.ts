import type { ToolCaller } from './calls/tool-result.ts';
import type { OpenAiAgentsOptions, OpenAiAgentsTools } from './make/openai-agents.ts';
import type { Given, ModelToolList, ModelToolSource } from './source/model-tool-source.ts';

export type {
  OpenAiAgentsCall,
  OpenAiAgentsFields,
  OpenAiAgentsOptions,
  OpenAiAgentsParameters,
  OpenAiAgentsTools,
} from './make/openai-agents.ts';

/** Hands the tools of a client or a server to agents of the OpenAI Agents SDK. */
export function toOpenAiAgents<Made extends object>(
  source: ModelToolSource,
  options: OpenAiAgentsOptions<Made>,
): Promise<OpenAiAgentsTools<Made>>;
/** The same for tools that another calls. */
export function toOpenAiAgents<Made extends object>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: OpenAiAgentsOptions<Made>,
): Promise<OpenAiAgentsTools<Made>>;
export async function toOpenAiAgents<Made extends object>(
  ...given: Given<OpenAiAgentsOptions<Made>>
): Promise<OpenAiAgentsTools<Made>> {
  const { makeOpenAiAgentsTools } = await import('./make/openai-agents.ts');
  return makeOpenAiAgentsTools(given);
}
