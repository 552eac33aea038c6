import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from 'toolwire';
import { createApp } from './app.ts';
import { startNotesService } from './notes-service.ts';

const server = createServer().listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const service = await startNotesService(`${url}/ai/oauth/callback/notes`);
// Keep a key of your own, or all users sign in again after a restart; tokens in memory are gone then in any case.
const { app, tools } = createApp(url, service.url, process.env['VAULT_KEY'] ?? randomBytes(32).toString('hex'));
server.on('request', app);
server.once('close', service.close);
closeGracefully(server, tools);
console.log(`The app: ${url}, its tools under /ai, and the service: ${service.url}`);
