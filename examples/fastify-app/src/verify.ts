import { check, get, post, read, toolCall } from '@toolwire-examples/verify';
import { app } from './app.ts';

const ada = { authorization: 'Bearer token-of-ada' };
const csv = { ...ada, 'content-type': 'text/csv' };
const url = await app.listen({ port: 0 });

const echoed = await post(`${url}/echo`, 'a,b', csv);
check("the app's own parser reads for the app's own route", echoed.body, { user: 'Ada', sent: ['a', 'b'] });
const broken = await post(`${url}/echo`, '{"a":', ada);
check("whose errors stay in the app's own words", [broken.status, broken.body], [400, { error: 'That did not work' }]);
const missing = await get(`${url}/api/ai/nowhere`, ada);
check('as does the 404, below the tools too', [missing.status, missing.body], [404, { error: 'No such page' }]);

const stranger = await get(`${url}/api/ai/tools`);
check("a stranger gets the app's own 401", [stranger.status, stranger.body], [401, { error: 'Please sign in' }]);
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
const brokenCall = await post(`${url}/api/ai/tools/call`, '{"request":', ada);
check(
  'broken JSON for a tool is answered by the protocol',
  [brokenCall.status, read(brokenCall, '$schema')],
  [400, 'otc://1.0'],
);
const csvCall = await post(`${url}/api/ai/tools/call`, 'a,b', csv);
check(
  "and the app's parser does not read for the tools",
  [csvCall.status, read(csvCall, '$schema')],
  [400, 'otc://1.0'],
);

await app.close();
