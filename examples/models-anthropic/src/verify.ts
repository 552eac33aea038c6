import Anthropic from '@anthropic-ai/sdk';
import { createClient } from '@toolwire/client';
import { messagesScript, server, startModel } from '@toolwire-examples/model-kit';
import { check, read } from '@toolwire-examples/verify';
import { ask } from './agent.ts';

const { url, close } = await server.listen(0);
const model = await startModel(messagesScript);
const said = await ask(
  new Anthropic({ apiKey: 'none', baseURL: model.url }),
  createClient({ url }),
  'Please ring the doorbell.',
);
await close();
model.close();

check('the model is told of the tool', read({ body: model.requests[0] }, 'tools.0.name'), 'Doorbell_Ring');
check('and held to its parameters', read({ body: model.requests[0] }, 'tools.0.strict'));
interface Told {
  readonly messages: readonly { readonly content: string | readonly object[] }[];
}
const results = model.requests
  .flatMap((request) => (request as Told).messages)
  .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  .filter((block) => 'tool_use_id' in block);
const [first, second] = results.map((block) => read({ body: block }, 'content'));
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
