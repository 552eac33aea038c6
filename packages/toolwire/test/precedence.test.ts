import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineTool, type ListeningServer, silentLogger, toolwire } from '../src/index.ts';

let runs = 0;
const send = defineTool({
  id: 'Mail.Send',
  version: '1.0.0',
  description: 'Sends a mail.',
  input: {
    type: 'object',
    properties: { to: { type: 'string', description: 'To whom.' } },
    required: ['to'],
    additionalProperties: false,
  },
  requirements: { secrets: [{ id: 'KEY' }] },
  run: () => ++runs,
});

let server: ListeningServer;
beforeAll(async () => {
  server = await toolwire({ tools: [send], logger: silentLogger }).listen(0);
});
afterAll(() => server.close());

const secrets = [{ id: 'KEY', value: 'a value' }];

async function answerTo(
  input: object,
  context: object = { secrets },
): Promise<readonly [status: number, body: string]> {
  const answer = await fetch(`${server.url}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { tool_id: 'Mail.Send', call_id: 'the-same', input, context } }),
  });
  return [answer.status, await answer.text()];
}

describe('CASE-B: a call ID that was used for another call', () => {
  test('is reported after all other errors, and nothing runs', async () => {
    expect(await answerTo({ to: 'ada' })).toMatchObject([200, expect.stringContaining('"value":1')]);

    expect(await answerTo({ to: 42 }, {})).toMatchObject([422, expect.stringContaining('parameter_errors')]);
    expect(await answerTo({ to: 'bob' }, {})).toMatchObject([400, expect.stringContaining('missing_requirements')]);
    const [status, text] = await answerTo({ to: 'bob' });
    expect(status).toBe(400);
    expect(text).not.toContain('missing_requirements');
    expect(text).toContain('used for a different call');
    expect(runs).toBe(1);
    expect(await answerTo({ to: 'ada' })).toMatchObject([200, expect.stringContaining('"value":1')]);
  });
});
