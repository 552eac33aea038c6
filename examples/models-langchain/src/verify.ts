import { ChatOpenAI } from '@langchain/openai';
import { createClient } from '@toolwire/client';
import { chatScript, server, startModel } from '@toolwire-examples/model-kit';
import { check, read } from '@toolwire-examples/verify';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(chatScript);
const said = await ask(
  new ChatOpenAI({ model: 'local', apiKey: 'none', configuration: { baseURL: model.url } }),
  createClient({ url }),
  'Please ring the doorbell.',
);
await close();
model.close();

check('the model is told of the tool', read({ body: model.requests[0] }, 'tools.0.function.name'), 'Doorbell_Ring');
const { messages } = model.requests[2] as { readonly messages: readonly { readonly role: string }[] };
const results = messages.filter(({ role }) => role === 'tool');
const [first, second] = results.map((message) => read({ body: message }, 'content'));
check(
  'it reads why the first call failed',
  first,
  [
    'There is no such doorbell',
    'The doorbells are: doorbell42, doorbell84',
    'You may call this tool again with other arguments. This was attempt 1 of 3.',
  ].join('\n\n'),
);
check('and its second call works', second, 'Rang doorbell42, 1 in all');
check('each call is answered once', results.length, 2);
check('and the model has the last word', said, 'The doorbell rang.');
