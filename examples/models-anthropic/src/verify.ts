import Anthropic from '@anthropic-ai/sdk';
import { createClient } from '@toolwire/client';
import { messagesScript, server, startModel } from '@toolwire-examples/model-kit';
import { checkConversation } from '@toolwire-examples/model-kit/verify';
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

check('the model gets the tool', read({ body: model.requests[0] }, 'tools.0.name'), 'Doorbell_Ring');
check('and held to its parameters', read({ body: model.requests[0] }, 'tools.0.strict'));
interface Told {
  readonly messages: readonly { readonly content: string | readonly object[] }[];
}
const results = model.requests
  .flatMap((request) => (request as Told).messages)
  .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  .filter((block) => 'tool_use_id' in block);
checkConversation({ results: results.map((block) => read({ body: block }, 'content')), said });
