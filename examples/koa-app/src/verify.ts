import { check, get, post, read, serve, toolCall } from '@toolwire-examples/verify';
import { app } from './app.ts';

const ada = { authorization: 'Bearer token-of-ada' };
const { url, close } = await serve(app.callback());

const echoed = await post(`${url}/echo`, { a: 1 }, ada);
check("the app's own route answers as before", echoed.body, { user: 'Ada', sent: { a: 1 } });
const missing = await get(`${url}/api/ai/nowhere`, ada);
check("a request for another route gets the app's own 404", [missing.status, missing.body], [404, 'Not Found']);

const stranger = await get(`${url}/api/ai/tools`);
check("a stranger gets the app's own 401", [stranger.status, stranger.body], [401, 'Please sign in']);
const greeted = await post(`${url}/api/ai/tools/call`, toolCall('Greeter.Greet', { greeting: 'Hello' }), ada);
check('the tool sees who is signed in', read(greeted, 'result.value'), 'Hello, Ada!');
const sameCall = { request: { tool_id: 'Greeter.Greet', call_id: 'call_1', input: { greeting: 'Hello' } } };
const toAda = await post(`${url}/api/ai/tools/call`, sameCall, ada);
const toBob = await post(`${url}/api/ai/tools/call`, sameCall, { authorization: 'Bearer token-of-bob' });
check(
  'two users who use one id for the same call get each their own answer',
  [read(toAda, 'result.value'), read(toBob, 'result.value')],
  ['Hello, Ada!', 'Hello, Bob!'],
);
check("the response has the app's own header", greeted.headers.has('x-request-id'));
const broken = await post(`${url}/api/ai/tools/call`, '{"request":', ada);
check(
  'broken JSON is answered in the words of the protocol',
  [broken.status, read(broken, '$schema')],
  [400, 'otc://1.0'],
);

close();
