import process from 'node:process';
import { createOpenAI } from '@ai-sdk/openai';
import { createClient } from '@toolwire/client';
import { chatScript, server, startModel } from '@toolwire-examples/model-kit';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(chatScript);
const { OPENAI_API_KEY: apiKey } = process.env;
const chosen =
  apiKey === undefined
    ? createOpenAI({ apiKey: 'none', baseURL: model.url }).chat('local')
    : createOpenAI({ apiKey })('gpt-5.1');

console.log(await ask(chosen, createClient({ url }), 'Please ring the doorbell.'));
for (const request of model.requests) console.log(JSON.stringify(request));

await close();
model.close();
