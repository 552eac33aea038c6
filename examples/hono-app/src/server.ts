import { serve } from '@hono/node-server';
import { app } from './app.ts';

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`The app, and its tools under /api/ai: http://127.0.0.1:${port}`);
});
