import { createClient } from '@toolwire/client';
import { check, read } from '@toolwire-examples/verify';
import OpenAI from 'openai';
import { ask } from './agent.ts';
import { scriptedModel } from './scripted-model.ts';
import { server } from './tool-server.ts';

const { url, close } = await server.listen(0);
const requests: unknown[] = [];
const openai = new OpenAI({ apiKey: 'none', fetch: scriptedModel((request) => requests.push(request)) });
const messages = await ask(openai, createClient({ url }), 'Please ring the doorbell.');
await close();

check('the model is told of the tool', read({ body: requests[0] }, 'tools.0.function.name'), 'Doorbell_Ring');
check('and held to its parameters', read({ body: requests[0] }, 'tools.0.function.strict'));
const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
const [first, second] = results;
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
check('and the model has the last word', messages.at(-1)?.content, 'The doorbell rang.');
