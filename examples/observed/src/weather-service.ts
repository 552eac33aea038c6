import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third-party service on a free port. It is busy at the first request. */
export async function startWeatherService(): Promise<{ readonly url: string; readonly server: Server }> {
  let isBusy = true;
  const server = createServer((_request, response) => {
    response.writeHead(isBusy ? 503 : 200).end(isBusy ? 'busy' : 'sleet');
    isBusy = false;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
