import { createOpenAI } from '@ai-sdk/openai';
import { createClient } from '@toolwire/client';
import { chatScript, server, startModel } from '@toolwire-examples/model-kit';
import { checkConversation } from '@toolwire-examples/model-kit/verify';
import { check, read } from '@toolwire-examples/verify';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(chatScript);
const said = await ask(
  createOpenAI({ apiKey: 'none', baseURL: model.url }).chat('local'),
  createClient({ url }),
  'Please ring the doorbell.',
);
await close();
model.close();

check('the model gets the tool', read({ body: model.requests[0] }, 'tools.0.function.name'), 'Doorbell_Ring');
const { messages } = model.requests[2] as { readonly messages: readonly { readonly role: string }[] };
const results = messages.filter(({ role }) => role === 'tool');
checkConversation({ results: results.map((message) => read({ body: message }, 'content')), said });
