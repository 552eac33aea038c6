import { randomBytes } from 'node:crypto';
import { mountTools } from '@toolwire/express';
import express, { type Express, type Request, type RequestHandler } from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { toolwire } from 'toolwire';
import { create, list } from './tools.ts';
import { findById, findByPassword, type User } from './users.ts';

interface SignedIn extends Request {
  user?: User;
}

const signIn = new passport.Passport();
signIn.use(new Strategy((name, password, done) => done(null, findByPassword(name, password) ?? false)));
signIn.serializeUser<string>((user, done) => done(null, (user as User).id));
signIn.deserializeUser<string>((id, done) => done(null, findById(id)));
const byPassword = signIn.authenticate('local') as RequestHandler;

export const tools = toolwire({ tools: [list, create] });

const mounted = mountTools(tools, {
  principal: ({ user }: SignedIn) => user && { id: user.id, scopes: user.scopes },
});

export const app: Express = express()
  .use(
    session({
      secret: process.env['SESSION_SECRET'] ?? randomBytes(32).toString('hex'),
      resave: false,
      saveUninitialized: false,
      // Pages of other sites send no cookie along with their calls.
      cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto' },
    }),
  )
  .use(signIn.session())
  .post('/sign-in', express.json(), byPassword, (_request, response) => void response.sendStatus(204))
  .use('/api/ai', mounted);
