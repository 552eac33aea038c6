import type { ToolCaller } from './calls/tool-result.ts';
import type { ModelToolList, ModelToolSource, ToolArguments } from './source/model-tool-source.ts';
import type { OpenAiAgentsOptions, OpenAiAgentsTools } from './to/openai-agents.ts';

export type {
  OpenAiAgentsCall,
  OpenAiAgentsFields,
  OpenAiAgentsOptions,
  OpenAiAgentsParameters,
  OpenAiAgentsTools,
} from './to/openai-agents.ts';

/** Converts the tools of a client or server for the OpenAI Agents SDK. */
export function toOpenAiAgents<Made extends object>(
  source: ModelToolSource,
  options: OpenAiAgentsOptions<Made>,
): Promise<OpenAiAgentsTools<Made>>;
/** Uses `caller` for the calls of the tools. */
export function toOpenAiAgents<Made extends object>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: OpenAiAgentsOptions<Made>,
): Promise<OpenAiAgentsTools<Made>>;
export async function toOpenAiAgents<Made extends object>(
  ...args: ToolArguments<OpenAiAgentsOptions<Made>>
): Promise<OpenAiAgentsTools<Made>> {
  const { makeOpenAiAgentsTools } = await import('./to/openai-agents.ts');
  return makeOpenAiAgentsTools(args);
}
