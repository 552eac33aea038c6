import { check, get, post, read, serve, toolCall } from '@toolwire-examples/verify';
import { route } from './router.ts';

const ada = { authorization: 'Bearer token-of-ada' };
const { url, close } = await serve(route);

const home = await get(url);
check("the service's own route answers as before", home.body, 'The service that was here before');
const missing = await get(`${url}/api/ai/nowhere`, ada);
check(
  "a request for another route gets the service's own 404",
  [missing.status, missing.body],
  [404, { error: 'No such page' }],
);

const stranger = await get(`${url}/api/ai/tools`);
check("a stranger gets the service's own 401", [stranger.status, stranger.body], [401, { error: 'Please sign in' }]);
const greeted = await post(`${url}/api/ai/tools/call`, toolCall('Greeter.Greet', { greeting: 'Hello' }), ada);
check('the tool sees who is signed in', read(greeted, 'result.value'), 'Hello, Ada!');
const broken = await post(`${url}/api/ai/tools/call`, '{"request":', ada);
check(
  'broken JSON is answered in the words of the protocol',
  [broken.status, read(broken, '$schema')],
  [400, 'otc://1.0'],
);

close();
