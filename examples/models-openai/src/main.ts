import process from 'node:process';
import { createClient } from '@toolwire/client';
import { chatScript, server, startModel } from '@toolwire-examples/model-kit';
import OpenAI from 'openai';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(chatScript);
const { OPENAI_API_KEY: apiKey } = process.env;
const chosen = apiKey === undefined ? new OpenAI({ apiKey: 'none', baseURL: model.url }) : new OpenAI({ apiKey });

for (const message of await ask(chosen, createClient({ url }), 'Please ring the doorbell.')) {
  console.log(JSON.stringify(message));
}

await close();
model.close();
