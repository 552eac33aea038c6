import { bodyParser } from '@koa/bodyparser';
import { mountTools } from '@toolwire/koa';
import Koa, { type Middleware } from 'koa';
import mount from 'koa-mount';
import { toolwire } from 'toolwire';
import { greet } from './greet.ts';
import { findUser } from './users.ts';

interface State {
  user?: string | undefined;
}

const requestId: Middleware<State> = async (context, next) => {
  context.set('x-request-id', crypto.randomUUID());
  await next();
};

const signIn: Middleware<State> = async (context, next) => {
  const user = findUser(context.get('authorization'));
  if (user === undefined) context.throw(401, 'Please sign in');
  context.state.user = user;
  await next();
};

export const tools = toolwire({ tools: [greet] });

const mounted = mountTools(tools, {
  principal: ({ state: { user } }: Koa.ParameterizedContext<State>) => (user === undefined ? undefined : { id: user }),
});

const echo: Middleware<State> = (context) => {
  context.body = { user: context.state.user, sent: context.request.body };
};

export const app = new Koa<State>();
app.use(requestId);
app.use(signIn);
// Before the body parser, so that the tools respond to invalid JSON, and not the parser.
app.use(mount('/api/ai', mounted));
app.use(bodyParser());
app.use(mount('/echo', echo));
