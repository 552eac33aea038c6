/** Plays the issuer and the callers of the programs of docs/authorization.md, and prints what they were answered. */
export const authorizationVisit: string = `
import { spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA' }] };
const issuerServer = createServer((request, response) => {
  const isKeys = request.url === '/keys';
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(isKeys ? keys : { issuer, jwks_uri: issuer + 'keys' }));
}).listen(0, '127.0.0.1');
await once(issuerServer, 'listening');
const issuer = 'http://127.0.0.1:' + issuerServer.address().port + '/';

function tokenFor(scope, lifetime = 60) {
  const exp = Math.floor(Date.now() / 1000) + lifetime;
  const claims = { iss: issuer, aud: 'https://tools.example.com/mcp', sub: 'ada', exp, scope };
  const signed = [{ alg: 'EdDSA', kid: 'one' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return 'Bearer ' + signed + '.' + sign(null, Buffer.from(signed), privateKey).toString('base64url');
}

let child;
async function start(file, env = {}) {
  child = spawn(process.execPath, [file], { env: { ...process.env, ISSUER: issuer, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) if (line.startsWith('http')) return line;
  throw new Error(file + ' says no address');
}

async function send(url, body, headers = {}) {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
  const answer = await fetch(url, init);
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: await answer.json() };
}
const mcp = (url, method, params, headers) =>
  send(url + '/mcp', { jsonrpc: '2.0', id: 1, method, params }, {
    accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25', ...headers,
  });
const call = (url, name, args, headers) => mcp(url, 'tools/call', { name, arguments: args }, headers);
const valueOf = ({ status, body }) => [status, body.result?.content?.[0]?.text];

const visits = {
  async scopes() {
    const url = await start('scopes.mjs');
    const bell = { article: 'bell' };
    const less = { authorization: tokenFor('orders:read') };
    const nobody = await call(url, 'Orders_Create', bell);
    const overMcp = await call(url, 'Orders_Create', bell, less);
    const overOtc = await send(url + '/tools/call', { request: { tool_id: 'Orders.Create', input: bell } }, less);
    const tool = { toolkit: 'Orders', name: 'Create', version: '1.0.0' };
    const overArcade = await send(url + '/tools/execute', { execution_id: 'e', tool, inputs: bell }, less);
    const enough = await call(url, 'Orders_Create', bell, { authorization: tokenFor('orders:*') });
    const expired = await call(url, 'Orders_Create', bell, { authorization: tokenFor('orders:*', -60) });
    return {
      nobody: [nobody.status, nobody.challenge],
      lessOverMcp: [overMcp.status, overMcp.challenge],
      lessOverOtc: [overOtc.status, overOtc.body.missing_requirements],
      lessOverArcade: overArcade.body.output?.requires_authorization ?? overArcade.body,
      enough: valueOf(enough),
      expired: [expired.status, expired.challenge],
    };
  },
  async mixed() {
    const url = await start('mixed.mjs');
    const closed = await call(url, 'Shop_Account', {});
    const inResult = await call(url, 'Shop_Account', {}, { 'user-agent': 'ChatGPT-User/1.0' });
    const listed = await mcp(url, 'tools/list', {});
    return {
      open: valueOf(await call(url, 'Shop_Hours', {})),
      closed: [closed.status, closed.challenge],
      closedToChatGpt: [inResult.status, inResult.body.result?._meta?.['mcp/www_authenticate']],
      known: valueOf(await call(url, 'Shop_Account', {}, { authorization: tokenFor('') })),
      needs: Object.fromEntries(listed.body.result.tools.map(({ name, securitySchemes }) => [name, securitySchemes])),
    };
  },
  async recipes(count) {
    process.env.ISSUER = issuer;
    const found = [];
    for (let at = 0; at < Number(count); at += 1) {
      const { auth } = await import('./recipe-' + at + '.mjs');
      const header = (name) => (name === 'authorization' ? 'Bearer none' : undefined);
      found.push([auth.scheme, (await auth.verify({ header })).state]);
    }
    return found;
  },
  async mail(redis) {
    const bare = spawn(process.execPath, ['mail.mjs'], { env: { ...process.env, ISSUER: issuer, REDIS_URL: redis } });
    let withoutSecrets = '';
    bare.stderr.on('data', (text) => (withoutSecrets += text));
    await once(bare, 'close');
    const secrets = { VAULT_KEY: '7f'.repeat(32), GOOGLE_ID: 'id', GOOGLE_SECRET: 'secret', REDIS_URL: redis };
    const url = await start('mail.mjs', secrets);
    const request = { tool_id: 'Mail.List', input: {} };
    const authorization = tokenFor('');
    const refusal = await send(url + '/tools/call', { request }, { authorization });
    const [offered] = refusal.body.missing_requirements.authorization;
    const local = (address) => address.replace('https://tools.example.com', url);
    const waits = await (await fetch(local(offered.check_url))).json();
    const otherBrowser = await fetch(local(offered.url), { redirect: 'manual', headers: { cookie: 'mallory' } });
    const context = { authorization: [{ id: 'google', token: 'a token of the caller' }] };
    const sent = await send(url + '/tools/call', { request: { ...request, context } }, { authorization });
    return {
      withoutSecrets,
      told: [refusal.status, offered.url],
      waits,
      otherBrowser: otherBrowser.status,
      sent: [sent.status, sent.body.result?.value],
    };
  },
};

const [name, ...rest] = process.argv.slice(2);
try {
  console.log(JSON.stringify(await visits[name](...rest)));
} finally {
  child?.kill('SIGKILL');
  issuerServer.closeAllConnections();
  issuerServer.close();
}
`;
