import { check, post, read, serve, toolCall } from '@toolwire-examples/verify';
import { app } from './app.ts';

const { url, close } = await serve(app);

/** Signs in as the app's own page does, and returns the cookie that a browser would keep. */
async function signIn(username: string, password: string): Promise<{ cookie: string }> {
  const response = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

const call = (toolId: string, headers?: Record<string, string>) =>
  post(`${url}/api/ai/tools/call`, toolCall(toolId, {}), headers);

const ada = await signIn('ada', 'engine');
const bob = await signIn('bob', 'builder');
const forAda = await call('Orders.List', ada);
check('a tool sees whom the app has signed in', read(forAda, 'result.value'), 'the orders of ada');
const forBob = await call('Orders.List', bob);
check('each by the own cookie', read(forBob, 'result.value'), 'the orders of bob');
const ordered = await call('Orders.Create', ada);
check('the scopes are those that the app gives its users', read(ordered, 'result.value'), 'ordered for ada');
const refused = await call('Orders.Create', bob);
check(
  'a user without a scope gets its name',
  [refused.status, read(refused, 'missing_requirements.authorization.0.oauth2.scopes.0')],
  [400, 'orders:write'],
);
const stranger = await call('Orders.List');
check('a caller without a cookie is refused', [stranger.status, read(stranger, 'result.value')], [400, undefined]);
const guess = await signIn('ada', 'guess');
check('nor with a wrong password', guess.cookie, '');

close();
