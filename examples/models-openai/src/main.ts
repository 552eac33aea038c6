import process from 'node:process';
import { createClient } from '@toolwire/client';
import OpenAI from 'openai';
import { ask } from './agent.ts';
import { scriptedModel } from './scripted-model.ts';
import { server } from './tool-server.ts';

const { url, close } = await server.listen(0);
const { OPENAI_API_KEY: apiKey } = process.env;
const openai =
  apiKey === undefined ? new OpenAI({ apiKey: 'none', fetch: scriptedModel(() => {}) }) : new OpenAI({ apiKey });

for (const message of await ask(openai, createClient({ url }), 'Please ring the doorbell.')) {
  console.log(JSON.stringify(message));
}

await close();
