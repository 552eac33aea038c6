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
export function toOpenAiAgents<SdkTool extends object>(
  source: ModelToolSource,
  options: OpenAiAgentsOptions<SdkTool>,
): Promise<OpenAiAgentsTools<SdkTool>>;
/** Uses `caller` for the calls of the tools. */
export function toOpenAiAgents<SdkTool extends object>(
  tools: ModelToolList,
  caller: ToolCaller,
  options: OpenAiAgentsOptions<SdkTool>,
): Promise<OpenAiAgentsTools<SdkTool>>;
export async function toOpenAiAgents<SdkTool extends object>(
  ...args: ToolArguments<OpenAiAgentsOptions<SdkTool>>
): Promise<OpenAiAgentsTools<SdkTool>> {
  const { createOpenAiAgentsTools } = await import('./to/openai-agents.ts');
  return createOpenAiAgentsTools(args);
}
