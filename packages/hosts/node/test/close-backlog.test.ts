import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Server } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { watchConnections } from '../src/connections.ts';
import { listen } from '../src/index.ts';

const client = `
  const { writeFileSync } = require('node:fs');
  const { request } = require('node:http');
  const [url, connectedFile] = process.argv.slice(1);
  let connected = 0;
  const get = () => new Promise((resolve) => request(url, { agent: false }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode));
  }).on('socket', (socket) => socket.on('connect', () => {
    if (++connected === 20) writeFileSync(connectedFile, '');
  })).on('error', ({ code }) => resolve(code)).end());
  Promise.all(Array.from({ length: 20 }, get)).then((all) => console.log(JSON.stringify(all)));
`;

test('requests on waiting connections get a response when a shutdown begins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const connectedFile = join(folder, 'connected');
  const listening = await listen({ handle: () => ({ status: 200, headers: {}, body: 'x' }) }, 0);
  const args = ['-e', client, listening.url, connectedFile];
  const callers = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  // The kernel accepts all connections while this process, like one on a busy machine, accepts none.
  const until = performance.now() + 30_000;
  while (!existsSync(connectedFile) && performance.now() < until);
  await listening.close();
  expect(JSON.parse(await text(callers.stdout))).toEqual(Array.from({ length: 20 }, () => 200));
});

test('a shutdown does not wait long for new slow connections', async () => {
  const server = new Server();
  const connections = watchConnections(server);
  let isFlooded = true;
  const flood = (): void => {
    server.emit('connection', new Socket());
    const until = performance.now() + 50;
    while (performance.now() < until);
    if (isFlooded) setImmediate(flood);
  };
  setImmediate(flood);
  const began = performance.now();
  await connections.allAccepted();
  isFlooded = false;
  // Without a limit of time, its 511 turns take at least 25 s, however fast the machine is.
  expect(performance.now() - began).toBeLessThan(20_000);
});
