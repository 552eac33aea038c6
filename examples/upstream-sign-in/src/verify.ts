import { createServer } from 'node:http';
import { type Answer, check, post, read, serve, toolCall } from '@toolwire-examples/verify';
import { createApp } from './app.ts';
import { Browser } from './browser.ts';
import { startNotesService } from './notes-service.ts';

const server = createServer();
const { url, close } = await serve(server);
const service = await startNotesService(`${url}/ai/oauth/callback/notes`);
const { app, signIn } = createApp(url, service.url, '7f'.repeat(32));
server.on('request', (request, response) => void app(request, response));

const ada = { authorization: 'Bearer token-of-ada' };
const call = (headers: Record<string, string> = ada): Promise<Answer> =>
  post(`${url}/ai/tools/call`, toolCall('Notes.List'), headers);
const addressOf = (answer: Answer): string => String(read(answer, 'missing_requirements.authorization.0.url'));
const tokenOf = async (id: string): Promise<string> => JSON.stringify(await signIn.token({ id }, 'notes'));
const checkUrlOf = (answer: Answer): string => String(read(answer, 'missing_requirements.authorization.0.check_url'));

async function browserOf(user: string): Promise<Browser> {
  const browser = new Browser();
  await browser.open(`${url}/login/${user}`);
  return browser;
}

service.lifetime = 30;
const asked = await call();
check(
  'who has not signed in is asked to, with an address',
  [asked.status, read(asked, 'message'), addressOf(asked).startsWith(`${url}/ai/oauth/start?ticket=`)],
  [400, "Tool 'Notes_List' needs authorization for 'notes'", true],
);
const anonymous = await call({});
check('without an address, no user is asked', [anonymous.status, addressOf(anonymous)], [400, 'undefined']);

const bobs = await (await browserOf('bob')).signIn(addressOf(asked));
check("the address does not open in another user's browser", bobs.status, 403);
const connected = await (await browserOf('ada')).signIn(addressOf(asked));
check("ada's browser comes back connected", [connected.status, /connected/.test(connected.text)], [200, true]);
const status: unknown = await (await fetch(checkUrlOf(asked))).json();
check('the check address says so', status, { status: 'completed' });

const first = await signIn.token({ id: 'ada' }, 'notes');
const done = await call();
check('the call goes on', read(done, 'result.value'), ['A note of ada.lovelace']);
check('bob is asked all the same', (await call({ authorization: 'Bearer token-of-bob' })).status, 400);
check(
  'a token that ends within a minute was refreshed',
  [first.state, (await tokenOf('ada')) === JSON.stringify(first)],
  ['found', false],
);
service.lifetime = 3_600;
await tokenOf('ada');
const same = [await tokenOf('ada'), await tokenOf('ada')];
check('one that lasts is left alone', same[0], same[1]);
check('and the tool goes on with it', (await call()).status, 200);

check('ada takes it back', await signIn.forget({ id: 'ada' }, 'notes'), 'revoked');
const again = await call();
check('and is asked again, with a new address', [again.status, addressOf(again) === addressOf(asked)], [400, false]);

close();
service.close();
