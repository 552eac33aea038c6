import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { startBalancer } from '../src/balancer.ts';

it('does not forward the Keep-Alive header of a server', async () => {
  const server = createServer((_request, answer) => answer.end('done'));
  // The default of a tool server.
  server.keepAliveTimeout = 65_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const balancer = await startBalancer();
  await balancer.add(`http://127.0.0.1:${port}`);
  const answer = await fetch(balancer.url, { method: 'POST', body: 'a call' });
  expect(await answer.text()).toBe('done');
  expect(answer.headers.get('keep-alive')).toBe(null);
  await balancer.close();
  server.closeAllConnections();
  await once(server.close(), 'close');
});
