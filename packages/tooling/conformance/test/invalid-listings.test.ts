import { expect, onTestFinished, test } from 'vitest';
import { documentTools } from '../src/fixtures.ts';
import { connectOtcServer, otcSuite, runSuite } from '../src/index.ts';
import { json } from './tiny-protocol.ts';
import { startTinyServer } from './tiny-server.ts';

const groups = ['List tools', 'Tool definition', 'Call tool', 'Call request'];
const tool = { id: 'A.B@1.0.0', name: 'A_B', description: 'A tool.', version: '1.0.0', output_schema: null };

test.each([
  ['a tool that is null', { tools: [null] }],
  ['a tool that is null, with items', { tools: [null], items: [null] }],
  ['a tool without an input schema', { tools: [tool], items: [tool] }],
  [
    'required parameters that are a string',
    {
      tools: [
        {
          ...tool,
          id: 'Calculator.Add@1.0.0',
          input_schema: { parameters: { type: 'object', properties: {}, required: 'a' } },
        },
      ],
    },
  ],
])('a server that lists %s is caught, with a message that names the problem', async (_flaw, listing) => {
  const running = await startTinyServer({
    tools: documentTools(),
    tamper: (response, { endpoint }) => (endpoint === 'GET /tools' ? json(200, listing) : response),
  });
  onTestFinished(() => running.close());
  const suite = otcSuite.filter(({ title }) => groups.includes(title));
  const results = await runSuite(suite, await connectOtcServer(running.url));
  expect(results.filter(({ status }) => status === 'fail')).not.toEqual([]);
  const unclear = results.filter(({ message = '' }) => /Cannot (?:read|destructure)|is not a function/.test(message));
  expect(unclear).toEqual([]);
});
