import { createFetchHandler } from '@toolwire/fetch';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { toolwire } from 'toolwire';
import { greet } from './greet.ts';
import { findUser } from './users.ts';

export const tools = toolwire({ tools: [greet] });
const handleTools = createFetchHandler(tools, { basePath: '/api/ai' });

export const app = new Hono<{ Variables: { user: string } }>();

app.use(cors({ origin: 'https://app.example' }));
app.get('/', (c) => c.text('The app that was here before'));

app.use('/api/*', async (c, next) => {
  const user = findUser(c.req.header('authorization'));
  if (user === undefined) return c.json({ error: 'Please sign in' }, 401);
  c.set('user', user);
  return next();
});

app.all('/api/ai/*', async (c, next) => {
  const principal = { id: c.get('user') };
  return (await handleTools(c.req.raw, { principal })) ?? next();
});
