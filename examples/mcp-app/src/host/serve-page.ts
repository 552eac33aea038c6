import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves one page at a separate origin, with a policy. */
export async function servePage(
  name: string,
  policy: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const html = await readFile(new URL(name, import.meta.url));
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
