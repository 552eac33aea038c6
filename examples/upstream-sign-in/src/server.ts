import { randomBytes } from 'node:crypto';
import { closeGracefully } from 'toolwire';
import { createApp } from './app.ts';
import { startNotesService } from './notes-service.ts';

const port = Number(process.env['PORT'] ?? 3000);
const url = `http://127.0.0.1:${port}`;
const service = await startNotesService(`${url}/ai/oauth/callback`);
// Keep a key of your own, or all users sign in again after a restart; tokens in memory are gone then in any case.
const { app, tools } = createApp(url, service.url, process.env['VAULT_KEY'] ?? randomBytes(32).toString('hex'));
const server = app.listen(port, '127.0.0.1', () => {
  console.log(`The app: ${url}, its tools under /ai, and the service: ${service.url}`);
});
server.once('close', service.close);
closeGracefully(server, tools);
