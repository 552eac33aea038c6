import { describe, expect, it } from 'vitest';
import { createMemoryVaultStore, createTokenVault, type Tokens, type VaultKey, type VaultStore } from '../src/index.ts';

const older: VaultKey = { id: '2026-05', key: 'a1'.repeat(32) };
const newer: VaultKey = { id: '2026-11', key: btoa('\u00b2'.repeat(32)) };
const tokens: Tokens = { accessToken: 'access', refreshToken: 'refresh', scopes: ['mail'], signedInAt: 0 };
const place = { owner: ':ada', provider: 'google' };

/** A store whose content the test can read and change. */
function openStore(): { store: VaultStore; rows: Map<string, string> } {
  const rows = new Map<string, string>();
  const inner = createMemoryVaultStore();
  return {
    rows,
    store: {
      ...inner,
      read: async (key) => rows.get(key),
      write: async (key, text) => void rows.set(key, text),
    },
  };
}

describe('the keys of a vault', () => {
  it('may rotate: the first key encrypts, earlier keys decrypt', async () => {
    const { store, rows } = openStore();
    await createTokenVault({ store, keys: [older] }).store(place, tokens);
    const both = createTokenVault({ store, keys: [newer, older] });
    expect((await both.find(place))?.tokens).toEqual(tokens);
    expect([...rows.values()][0]).toMatch(/^2026-05\./);
    await both.store(place, tokens);
    expect([...rows.values()][0]).toMatch(/^2026-11\./);
    expect((await createTokenVault({ store, keys: [newer] }).find(place))?.tokens).toEqual(tokens);
    // Without the key, the value counts as missing, so the user is asked again.
    expect(await createTokenVault({ store, keys: [older] }).find(place)).toBeUndefined();
  });

  it('encrypt the same string differently each time', async () => {
    const { seal } = createTokenVault({ store: createMemoryVaultStore(), keys: [newer] });
    const [one, two] = [await seal.seal('place', 'text'), await seal.seal('place', 'text')];
    expect(one).not.toBe(two);
    expect(await seal.open('place', one)).toBe('text');
  });

  it.each<readonly [string, unknown, string]>([
    ['there is none', [], 'TW_CREDENTIAL_MISSING'],
    ['one is empty', [{ id: 'k', key: '' }], 'TW_CREDENTIAL_MISSING'],
    ['a variable is not set', [{ id: 'k', key: undefined }], 'TW_CREDENTIAL_MISSING'],
    ['one is a pass phrase', [{ id: 'k', key: 'correct horse battery staple' }], 'TW_CREDENTIAL_INVALID'],
    ['one is too short', [{ id: 'k', key: new Uint8Array(16) }], 'TW_CREDENTIAL_INVALID'],
    ['two have one id', [older, { ...newer, id: older.id }], 'TW_CREDENTIAL_DUPLICATE'],
    ['an id has a dot', [{ ...newer, id: 'a.b' }], 'TW_OPTION_TYPE'],
  ])('are rejected at startup if %s', (_what, keys, code) => {
    const make = (): unknown => createTokenVault({ store: createMemoryVaultStore(), keys: keys as never });
    expect(make).toThrow(expect.objectContaining({ code }));
    expect(make).not.toThrow(/correct horse/);
  });
});

it.each([
  ['missing', undefined],
  ['null', null],
  ['the function that creates one', createMemoryVaultStore],
])('a vault is rejected at startup if its store is %s', (_what, store) => {
  const create = (): unknown => createTokenVault({ keys: [newer], store: store as never });
  expect(create).toThrow(expect.objectContaining({ code: 'TW_OPTION_TYPE' }));
});

describe('a row of a vault', () => {
  it('is stored for ttlMs after its last write', async () => {
    const written: (number | undefined)[] = [];
    const inner = createMemoryVaultStore();
    const write: VaultStore['write'] = (key, text, ttlMs) => {
      written.push(ttlMs);
      return inner.write(key, text, ttlMs);
    };
    await createTokenVault({ store: { ...inner, write }, keys: [newer], ttlMs: 5_000 }).store(place, tokens);
    await createTokenVault({ store: { ...inner, write }, keys: [newer] }).store(place, tokens);
    expect(written).toEqual([5_000, 90 * 24 * 60 * 60_000]);
  });

  it('can only be decrypted in its own place: a row moved to another user or provider is ignored', async () => {
    const { store, rows } = openStore();
    const vault = createTokenVault({ store, keys: [newer] });
    const mallory = { owner: ':mallory', provider: 'google' };
    await vault.store(place, tokens);
    const [adas = ''] = rows.values();
    await vault.store(mallory, { ...tokens, accessToken: 'mine' });
    for (const key of rows.keys()) rows.set(key, adas);
    expect((await vault.find(place))?.tokens).toEqual(tokens);
    expect(await vault.find(mallory)).toBeUndefined();
  });

  it('is ignored after a change of any character', async () => {
    const { store, rows } = openStore();
    const vault = createTokenVault({ store, keys: [newer, older] });
    await vault.store(place, tokens);
    const [[key = '', text = ''] = []] = rows;
    for (let at = 0; at < text.length - 1; at += 1) {
      rows.set(key, text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1));
      expect(await vault.find(place), `changed at ${at}`).toBeUndefined();
    }
    for (const odd of ['', '.', '..', '2026-11..', `${text}.x`, text.replace('2026-11', '2026-05'), '\u{1f511}.A.A']) {
      rows.set(key, odd);
      expect(await vault.find(place), odd).toBeUndefined();
    }
  });
});
