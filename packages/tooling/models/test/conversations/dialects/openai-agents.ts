import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import OpenAI from 'openai';
import { Agent, OpenAIProvider, Runner, tool } from '../../agents-sdk.ts';
import type { Dialect } from '../dialect.ts';
import { readResponses, sayResponse } from './openai-responses.ts';

/** The OpenAI Agents SDK, which runs the tools itself. */
export const openAiAgents: Dialect = {
  hasTextArguments: true,
  hasLoop: true,
  modelMessage: sayResponse,
  async converse({ url: baseURL, tools, call, attempts, signal }) {
    const openAIClient = new OpenAI({ apiKey: 'none', baseURL });
    const runner = new Runner({
      modelProvider: new OpenAIProvider({ openAIClient }),
      tracingDisabled: true,
      toolNotFoundBehavior: 'return_error_to_model',
    });
    const ours = await toOpenAiAgents({ tools, call }, { tool, attempts });
    await runner.run(new Agent({ name: 'any', model: 'any', tools: ours.tools }), 'Please.', { signal });
  },
  read: readResponses,
};
