import { expect, test } from 'vitest';
import { bytesCases } from '../src/cases/http/bytes-case.ts';
import type { OtcServer } from '../src/client/otc-server.ts';
import { rawRequest } from '../src/client/raw-request.ts';
import { responseFrom } from '../src/client/response.ts';
import { parseTarget } from '../src/client/target.ts';

test('a call in raw bytes has the headers of every request', async () => {
  const target = parseTarget('http://127.0.0.1:3000/ai');
  const sent: string[] = [];
  const counted = Buffer.from(JSON.stringify({ result: { call_id: 'a', success: true, value: 1 } }));
  const server: Partial<OtcServer> = {
    target,
    bytes: ({ headers = [], ...request }) => rawRequest(target, { ...request, headers: ['X-Gate: open', ...headers] }),
    converse: async (steps) => {
      sent.push(...steps.map(String));
      return { responses: [], closed: true };
    },
    call: async () => responseFrom(200, { 'content-type': 'application/json' }, counted, 1),
  };
  const [refused] = bytesCases([['no body', 'refused', ({ head }) => head('X-Own: 1')]]);
  await refused?.run(server as OtcServer);
  expect(sent[0]).toBe(
    'POST /ai/tools/call HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nX-Gate: open\r\nContent-Type: application/json\r\nX-Own: 1\r\n\r\n',
  );
});
