import { readFileSync } from 'node:fs';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '@toolwire/programs/certificate';
import type { Host } from '../host.ts';
import { createHttp2Proxy } from '../http2-proxy.ts';
import { listenOn } from '../listen.ts';
import { nodeListener } from './node.ts';

const servername = 'tools.test';

interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** Makes the certificate when the first app starts, because it takes a program. */
const keyPair: () => KeyPair = (() => {
  let made: KeyPair | undefined;
  return () => {
    if (made !== undefined) return made;
    const { text, keyPath, remove } = makeCertificate(servername);
    made = { cert: text, key: readFileSync(keyPath, 'utf8') };
    remove();
    return made;
  };
})();

const start: Host['start'] = async (app) => {
  const { cert, key } = keyPair();
  // The middleware of the suite has the types of node:http. It uses only what node:http2 also has.
  const listener = nodeListener(app) as unknown as (request: Http2ServerRequest, response: Http2ServerResponse) => void;
  const server = createSecureServer({ cert, key }, listener);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const proxy = await listenOn(createHttp2Proxy({ url: `https://127.0.0.1:${port}`, ca: cert, servername }), app.port);
  return {
    url: proxy.url,
    server,
    close: async () => {
      await proxy.close();
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
    closeApp: () => proxy.close(),
  };
};

export const nodeHttp2: Host = {
  name: 'node:http2 with TLS',
  adapter: '@toolwire/node',
  tier: 'current',
  bodies: ['unread'],
  start,
  packed: {
    imports: { toolwire: '{ createNodeListener }', 'node:http2': '* as http2' },
    answer: `(async () => {
      const host = http2.createServer(createNodeListener(server));
      await new Promise((listening) => host.listen(0, '127.0.0.1', listening));
      const session = http2.connect('http://127.0.0.1:' + host.address().port);
      const stream = session.request({ ':method': 'POST', ':path': '/tools/call', ...init.headers }).end(init.body);
      let text = '';
      for await (const chunk of stream) text += chunk;
      session.close();
      host.close();
      return JSON.parse(text).result.value;
    })()`,
  },
};
