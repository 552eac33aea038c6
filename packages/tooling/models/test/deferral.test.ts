import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type { ModelTool } from '@toolwire/models';
import { toAnthropic, toAnthropicRunner } from '@toolwire/models/anthropic';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import { expect, test } from 'vitest';
import { tool as agentTool } from './agents-sdk.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const { call } = scriptedCaller();

test('deferred tools are marked for the APIs that support it', async () => {
  const tools = [modelTool(), modelTool({ id: 'Rare.Thing', name: 'Rare_Thing' })];
  const deferLoading = ({ id }: ModelTool): boolean => id.startsWith('Rare.');
  const marks = [undefined, true];
  expect((await toOpenAiResponses({ tools, call }, { deferLoading })).tools.map((one) => one.defer_loading)).toEqual(
    marks,
  );
  expect((await toAnthropic({ tools, call }, { deferLoading })).tools.map((one) => one.defer_loading)).toEqual(marks);
  const runner = await toAnthropicRunner({ tools, call }, { deferLoading, ToolError });
  expect(runner.tools.map((one) => one.defer_loading)).toEqual(marks);
  const agents = await toOpenAiAgents({ tools, call }, { deferLoading, tool: agentTool });
  expect(agents.tools.map((one) => one.deferLoading)).toEqual([false, true]);
  // @ts-expect-error Chat completions have no tool search.
  await expect(toOpenAiChat({ tools, call }, { deferLoading })).rejects.toThrow('deferLoading');
});
