import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startAuthorizationServer } from '../src/authorization-server.ts';
import { listen } from '../src/listen.ts';
import { orderScopes, startOrdersServer } from '../src/orders-server.ts';
import { signIn } from '../src/sign-in.ts';

const browser = fileURLToPath(new URL('../src/programs/browser.mjs', import.meta.url));
const program = fileURLToPath(new URL('../../../packages/companions/cli/src/bin.ts', import.meta.url));

it('toolwire signs its user in by the browser, keeps the token for the next command, and asks for a second scope', async ({
  onTestFinished,
}) => {
  const authorization = await startAuthorizationServer({ scopes: orderScopes });
  onTestFinished(() => authorization.close());
  const orders = await startOrdersServer({ issuer: authorization.url });
  onTestFinished(() => orders.close());
  const signIns: URL[] = [];
  const user = await listen(() => async (request, response) => {
    const address = new URL(await text(request));
    signIns.push(address);
    response.end();
    await (await fetch(await signIn(address))).text();
  });
  onTestFinished(() => user.close());
  const home = await mkdtemp(join(tmpdir(), 'toolwire-login-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const toolwire = async (...typed: readonly string[]) => {
    const child = spawn(
      process.execPath,
      ['--conditions=@toolwire/source', `--import=${import.meta.resolve('tsx')}`, program, ...typed],
      { env: { PATH: process.env['PATH'], HOME: home, BROWSER: browser, USER_ADDRESS: user.url } },
    );
    const code = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, stdout, stderr };
  };

  const refused = await toolwire('call', orders.mcpUrl, 'Orders.List');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('--auth login');

  const first = await toolwire('call', orders.mcpUrl, 'Orders.List', '--auth', 'login', '--raw');
  expect(first.stderr).toContain('You are signed in.');
  expect(first.stdout).toBe('orders of ada\n');
  expect(signIns).toHaveLength(1);
  expect(signIns[0]?.searchParams.get('resource')).toBe(orders.mcpUrl);
  expect(signIns[0]?.searchParams.get('code_challenge_method')).toBe('S256');

  const kept = join(home, '.config', 'toolwire', 'tokens.json');
  expect((await stat(kept)).mode & 0o777).toBe(0o600);
  const saved = JSON.parse(await readFile(kept, 'utf8')) as Readonly<Record<string, { readonly accessToken: string }>>;
  expect(first.stderr).not.toContain(saved[orders.mcpUrl]?.accessToken);

  const again = await toolwire('call', orders.mcpUrl, 'Orders.List', '--auth', 'login');
  expect(again).toEqual({ code: 0, stdout: 'orders of ada\n', stderr: '' });
  expect(signIns).toHaveLength(1);

  const second = await toolwire('call', orders.mcpUrl, 'Orders.Create', '--auth', 'login');
  expect(second.stdout).toBe('ordered for ada\n');
  expect(signIns.map(({ searchParams }) => searchParams.get('scope'))).toEqual([
    'orders:read',
    'orders:read orders:write',
  ]);
});
