import { OpenAIProvider, Runner } from '@openai/agents';
import { createClient } from '@toolwire/client';
import { responsesScript, server, startModel } from '@toolwire-examples/model-kit';
import { checkConversation } from '@toolwire-examples/model-kit/verify';
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

check('the model gets the tool', read({ body: model.requests[0] }, 'tools.0.name'), 'Doorbell_Ring');
check('and held to its parameters', read({ body: model.requests[0] }, 'tools.0.strict'));
const { input } = model.requests[2] as { readonly input: readonly object[] };
const results = input.filter((item) => 'output' in item);
checkConversation({ results: results.map((item) => read({ body: item }, 'output')), said });
