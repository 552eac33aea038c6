import process from 'node:process';
import { OpenAIProvider, Runner } from '@openai/agents';
import { createClient } from '@toolwire/client';
import { responsesScript, server, startModel } from '@toolwire-examples/model-kit';
import OpenAI from 'openai';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(responsesScript);
const { OPENAI_API_KEY: apiKey } = process.env;
const chosen =
  apiKey === undefined
    ? new Runner({
        modelProvider: new OpenAIProvider({ openAIClient: new OpenAI({ apiKey: 'none', baseURL: model.url }) }),
        tracingDisabled: true,
      })
    : new Runner({ modelProvider: new OpenAIProvider({ apiKey }) });

console.log(await ask(chosen, createClient({ url }), 'Please ring the doorbell.'));
for (const request of model.requests) console.log(JSON.stringify(request));

await close();
model.close();
