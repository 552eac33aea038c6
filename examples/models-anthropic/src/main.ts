import process from 'node:process';
import Anthropic from '@anthropic-ai/sdk';
import { createClient } from '@toolwire/client';
import { messagesScript, server, startModel } from '@toolwire-examples/model-kit';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(messagesScript);
const { ANTHROPIC_API_KEY: apiKey } = process.env;
const chosen = apiKey === undefined ? new Anthropic({ apiKey: 'none', baseURL: model.url }) : new Anthropic({ apiKey });

console.log(await ask(chosen, createClient({ url }), 'Please ring the doorbell.'));
for (const request of model.requests) console.log(JSON.stringify(request));

await close();
model.close();
