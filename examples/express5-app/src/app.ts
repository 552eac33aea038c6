import { mountTools } from '@toolwire/express';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { toolwire } from 'toolwire';
import { greet } from './greet.ts';
import { findUser } from './users.ts';

interface SignedIn extends Request {
  user: string;
}

const signIn: RequestHandler = (request, response, next) => {
  const user = findUser(request.headers.authorization);
  if (user === undefined) {
    response.status(401).json({ error: 'Please sign in' });
    return;
  }
  Object.assign(request, { user });
  next();
};

export const tools = toolwire({ tools: [greet] });

const mounted = mountTools(tools, {
  principal: (request: SignedIn) => ({ id: request.user }),
});

export const app: Express = express()
  .use(express.json({ limit: '1mb' }))
  .get('/', (_request, response) => void response.send('The app that was here before'))
  .use('/api/ai', signIn, mounted);
