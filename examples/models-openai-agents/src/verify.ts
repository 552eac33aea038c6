import { OpenAIProvider, Runner } from '@openai/agents';
import { createClient } from '@toolwire/client';
import { responsesScript, server, startModel } from '@toolwire-examples/model-kit';
import { check, read } from '@toolwire-examples/verify';
import OpenAI from 'openai';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(responsesScript);
const said = await ask(
  new Runner({
    modelProvider: new OpenAIProvider({ openAIClient: new OpenAI({ apiKey: 'none', baseURL: model.url }) }),
    tracingDisabled: true,
  }),
  createClient({ url }),
  'Please ring the doorbell.',
);
await close();
model.close();

check('the model is told of the tool', read({ body: model.requests[0] }, 'tools.0.name'), 'Doorbell_Ring');
check('and held to its parameters', read({ body: model.requests[0] }, 'tools.0.strict'));
const { input } = model.requests[2] as { readonly input: readonly object[] };
const results = input.filter((item) => 'output' in item);
const [first, second] = results.map((item) => read({ body: item }, 'output'));
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
