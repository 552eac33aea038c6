import { serve } from '@hono/node-server';
import { closeGracefully, cutStalledCallers } from 'toolwire';
import { app, tools } from './app.ts';

const server = serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`The app, and its tools under /api/ai: http://127.0.0.1:${port}`);
});

// Callers who take nothing of an answer are cut off; SIGTERM and Ctrl-C end the app once all is answered.
cutStalledCallers(server);
closeGracefully(server, tools);
