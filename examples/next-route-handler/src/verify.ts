import { answerOf, check, read, toolCall } from '@toolwire-examples/verify';
import { GET, POST } from './app/api/ai/[...path]/route.ts';

const authorization = 'Bearer token-of-ada';
const base = 'http://localhost:3000/api/ai';

function getRequest(path: string): Request {
  return new Request(`${base}${path}`, { headers: { authorization } });
}

function callRequest(body: string): Request {
  const headers = { authorization, 'content-type': 'application/json' };
  return new Request(`${base}/tools/call`, { method: 'POST', headers, body });
}

const listed = await answerOf(await GET(getRequest('/tools')));
check('GET lists the tools', read(listed, 'tools.0.name'), 'Greeter_Greet');
const greeted = await answerOf(
  await POST(callRequest(JSON.stringify(toolCall('Greeter.Greet', { greeting: 'Hello' })))),
);
check('POST calls one, and it sees who is signed in', read(greeted, 'result.value'), 'Hello, Ada!');
const broken = await answerOf(await POST(callRequest('{"request":')));
check(
  'broken JSON is answered in the words of the protocol',
  [broken.status, read(broken, '$schema')],
  [400, 'otc://1.0'],
);
const stranger = await GET(new Request(`${base}/tools`));
check(
  "a stranger gets the app's own 401",
  [stranger.status, await stranger.json()],
  [401, { error: 'Please sign in' }],
);
const missing = await GET(getRequest('/nowhere'));
check(
  "a request for another route gets the app's own 404",
  [missing.status, await missing.json()],
  [404, { error: 'No such page' }],
);
