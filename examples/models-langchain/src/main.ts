import process from 'node:process';
import { ChatOpenAI } from '@langchain/openai';
import { createClient } from '@toolwire/client';
import { chatScript, server, startModel } from '@toolwire-examples/model-kit';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(chatScript);
const { OPENAI_API_KEY: apiKey } = process.env;
const chosen =
  apiKey === undefined
    ? new ChatOpenAI({ model: 'local', apiKey: 'none', configuration: { baseURL: model.url } })
    : new ChatOpenAI({ model: 'gpt-5.1', apiKey });

console.log(await ask(chosen, createClient({ url }), 'Please ring the doorbell.'));
for (const request of model.requests) console.log(JSON.stringify(request));

await close();
model.close();
