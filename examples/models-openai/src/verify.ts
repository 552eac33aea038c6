import { createClient } from '@toolwire/client';
import { chatScript, server, startModel } from '@toolwire-examples/model-kit';
import { checkConversation } from '@toolwire-examples/model-kit/verify';
import { check, read } from '@toolwire-examples/verify';
import OpenAI from 'openai';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(chatScript);
const messages = await ask(
  new OpenAI({ apiKey: 'none', baseURL: model.url }),
  createClient({ url }),
  'Please ring the doorbell.',
);
await close();
model.close();

check('the model gets the tool', read({ body: model.requests[0] }, 'tools.0.function.name'), 'Doorbell_Ring');
check('and held to its parameters', read({ body: model.requests[0] }, 'tools.0.function.strict'));
const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
checkConversation({ results, said: messages.at(-1)?.content });
