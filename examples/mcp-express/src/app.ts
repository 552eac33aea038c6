import { mountTools } from '@toolwire/express';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { toolwire } from 'toolwire';
import { tools } from './tools.ts';

interface SignedIn extends Request {
  user: string;
}

const names = new Map([
  ['Bearer token-of-ada', 'Ada'],
  ['Bearer token-of-bob', 'Bob'],
]);

// The sign-in of the app protects every protocol.
const signIn: RequestHandler = (request, response, next) => {
  const user = names.get(request.headers.authorization ?? '');
  if (user === undefined) {
    response.status(401).json({ error: 'Please sign in' });
    return;
  }
  Object.assign(request, { user });
  next();
};

export const server = toolwire({ tools, name: 'office', version: '1.0.0' });

export const app: Express = express()
  .use(express.json())
  .get('/', (_request, response) => void response.send('The app that was here before'))
  .use('/ai', signIn, mountTools(server, { principal: (request: SignedIn) => ({ id: request.user }) }));
