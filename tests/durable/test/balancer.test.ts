import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { startBalancer } from '../src/balancer.ts';

it('tells no caller how long a connection is kept, as it knows it of another one alone, and ends none by itself', async () => {
  const server = createServer((_request, answer) => answer.end('well'));
  // As a tool server has it.
  server.keepAliveTimeout = 65_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const balancer = await startBalancer();
  await balancer.add(`http://127.0.0.1:${port}`);
  const answer = await fetch(balancer.url, { method: 'POST', body: 'a call' });
  expect(await answer.text()).toBe('well');
  expect(answer.headers.get('keep-alive')).toBe(null);
  await balancer.close();
  server.closeAllConnections();
  await once(server.close(), 'close');
});
