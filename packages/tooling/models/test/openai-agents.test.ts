import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { Agent, tool as agentTool, OpenAIProvider, Runner } from './agents-sdk.ts';
import { modelServer } from './model-server.ts';
import { servedTools } from './served-tools.ts';
import { modelTool, scriptedCaller } from './tools.ts';

// The model first sends an unknown ID, reads the error, and sends another ID.
const ids = ['call_first_of_the_two', 'call_second_of_the_two'] as const;
const inputs = [
  { id: 'doorbell1', times: null },
  { id: 'doorbell42', times: null },
] as const;
const hint =
  'There is no such doorbell.\n\nids: doorbell42, doorbell43\n\nYou can call this tool again with changed arguments.';
const second = '{"rang":"doorbell42"}';

test('OpenAI Agents completes its own runs', async () => {
  const called = (turn: 0 | 1) => ({
    id: `resp_${turn}`,
    output: [
      {
        type: 'function_call',
        id: `fc_${turn}`,
        call_id: ids[turn],
        name: 'Doorbell_Ring',
        arguments: JSON.stringify(inputs[turn]),
      },
    ],
  });
  const said = { type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text: 'Rung.' }] };
  const model = await modelServer(called(0), called(1), { id: 'resp_2', output: [said] });
  const openAIClient = new OpenAI({ apiKey: 'none', baseURL: model.url });
  const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true });
  const { tools, client } = await servedTools();
  const ours = await toOpenAiAgents({ tools, call: client.call }, { tool: agentTool, strict: 'auto' });
  const { finalOutput } = await runner.run(new Agent({ name: 'any', model: 'any', tools: ours.tools }), 'Ring.');
  expect(finalOutput).toBe('Rung.');
  expect(model.read[2]).toMatchObject({
    input: [
      {},
      {},
      { type: 'function_call_output', call_id: ids[0], output: hint },
      {},
      { type: 'function_call_output', call_id: ids[1], output: second },
    ],
  });
  const parameters = { required: ['id', 'times'], additionalProperties: false };
  expect(model.read[0]).toMatchObject({ tools: [{ name: 'Doorbell_Ring', strict: true, parameters }] });
});

test('OpenAI Agents waits for approval before it runs a destructive tool', async () => {
  const called = { type: 'function_call', id: 'fc', call_id: ids[0], name: 'Calculator_Add', arguments: '{}' };
  const model = await modelServer({ id: 'resp', output: [called] });
  const openAIClient = new OpenAI({ apiKey: 'none', baseURL: model.url });
  const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true });
  const caller = scriptedCaller();
  const ours = await toOpenAiAgents(
    { tools: [modelTool({ annotations: { destructive: true } })], call: caller.call },
    { tool: agentTool },
  );
  const { interruptions } = await runner.run(new Agent({ name: 'any', model: 'any', tools: ours.tools }), 'Add.');
  expect(interruptions).toHaveLength(1);
  expect(caller.receivedCalls).toEqual([]);
});
