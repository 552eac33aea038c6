import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tokenFile } from '../src/login/saved-tokens.ts';

const tokens = { issuer: 'https://login.example.com', clientId: 'cli', accessToken: 'access' };

/** The tokens of a user, and where they are stored. */
async function openTokens() {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-tokens-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'toolwire'));
  const path = join(folder, 'toolwire', 'tokens.json');
  return { path, file: tokenFile({ environment: { XDG_CONFIG_HOME: folder } }) };
}

it('tokens are stored next to those of other servers, also after a file that is not JSON', async () => {
  const { path, file } = await openTokens();
  await writeFile(path, '{"cut o');
  expect(await file.read('https://a.example.com')).toBeUndefined();
  await file.write('https://a.example.com', { ...tokens, scope: 'read' });
  await file.write('https://b.example.com', tokens);
  expect(await file.read('https://a.example.com')).toEqual({ ...tokens, scope: 'read' });
  expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty(['https://b.example.com'], tokens);
});

it('tokens that cannot be read are not replaced', async () => {
  const { path, file } = await openTokens();
  // A folder can't be read by any user, not even by root.
  await mkdir(path);
  await expect(file.read('https://a.example.com')).rejects.toThrow(/tokens\.json can't be read/);
  await expect(file.write('https://a.example.com', tokens)).rejects.toThrow(/tokens\.json can't be read/);
});

it.each([{ refreshToken: 1 }, { expiresAt: '2030-01-01' }, { scope: ['read'] }, { accessToken: null }])(
  'stored tokens with %j are ignored',
  async (invalid) => {
    const { path, file } = await openTokens();
    await writeFile(path, JSON.stringify({ 'https://a.example.com': { ...tokens, ...invalid } }));
    expect(await file.read('https://a.example.com')).toBeUndefined();
  },
);
