import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deferred } from '@toolwire/internal/testing';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createFolderArtifacts } from '../src/folder.ts';
import {
  type ArtifactStorage,
  type Artifacts,
  type ArtifactsOptions,
  createArtifacts,
  createMemoryArtifacts,
} from '../src/index.ts';
import { chunksOf, details, fetchFrom, pieces, uploadTo } from './support.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-artifacts-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  vi.useRealTimers();
});

function sharedBuffer(...bytes: readonly number[]): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

type Options = Partial<ArtifactsOptions>;
const url = 'https://tools.example.com/ai/';
const secret = 's'.repeat(32);
const mebibyte = 1024 ** 2;

async function* zeros(size: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(size);
}

const stores: readonly [string, (options?: Options) => Artifacts][] = [
  ['in memory', (options) => createMemoryArtifacts({ url, ...options })],
  ['in a folder', (options) => createFolderArtifacts({ url, folder: newFolder(), ...options })],
];

describe.each(stores)('artifacts %s', (_where, createStore) => {
  test.each([
    ['Uint8Array', new Uint8Array(2)],
    ['Buffer', Buffer.alloc(2)],
  ])('keep their content when a tool reuses its %s', async (_type, buffer) => {
    const store = createStore();
    const { url: address } = await store.save(
      (async function* () {
        for (const letter of 'abcdefgh') yield buffer.fill(letter.charCodeAt(0));
      })(),
      details(),
    );
    expect(await fetchFrom(store, address)).toMatchObject({ text: 'aabbccddeeffgghh' });
  });

  test.each([
    ['an object', { length: 2 }],
    ['an array', [1, 300]],
    ['a number', 5],
    ['undefined', undefined],
  ])('reject a chunk that is %s', async (_kind, chunk) => {
    const saving = createStore().save(chunksOf(chunk), details());
    await expect(saving).rejects.toThrow(/^A chunk of an artifact must be bytes or a string, got /);
  });

  test.each([
    ['text', 'wörld', 'wörld'],
    ['numbers', new Uint16Array([0x6261, 0x6463]), 'abcd'],
    ['an ArrayBuffer', new Uint8Array([0x61, 0x62]).buffer, 'ab'],
    ['a SharedArrayBuffer', sharedBuffer(0x61, 0x62), 'ab'],
    ['a part of a buffer', new DataView(new TextEncoder().encode('abcd').buffer, 1, 2), 'bc'],
  ])('contain the bytes of a chunk of %s, which count for the limit', async (_kind, chunk, text) => {
    const size = Buffer.byteLength(text);
    const store = createStore({ maxBytes: size });
    const saved = await store.save(chunksOf(chunk), details());
    expect(saved.size).toBe(size);
    expect(await fetchFrom(store, saved.url)).toMatchObject({ text });
    await expect(createStore({ maxBytes: size - 1 }).save(chunksOf(chunk), details())).rejects.toThrow(
      `larger than ${size - 1} bytes`,
    );
  });

  test('are stored in chunks, and served as a download', async () => {
    const store = createStore();
    const kept = await store.save(
      pieces('Hello ', 'wörld'),
      details({ contentType: 'text/html', name: "Ada's ü.html" }),
    );
    expect(kept.size).toBe(12);
    expect(kept.url).toMatch(
      /^https:\/\/tools\.example\.com\/ai\/artifacts\?id=[0-9a-f-]{36}&expires=\d+&signature=[0-9a-f]{64}$/,
    );
    expect(await fetchFrom(store, kept.url)).toMatchObject({
      status: 200,
      text: 'Hello wörld',
      headers: {
        'content-type': 'text/html',
        'content-length': '12',
        'content-disposition': "attachment; filename*=UTF-8''Ada%27s%20%C3%BC.html",
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  });

  test('are served repeatedly, each at its own URL', async () => {
    const store = createStore();
    const [one, two] = await Promise.all([store.save(pieces('one'), details()), store.save(pieces('two'), details())]);
    for (const [kept, text] of [
      [one, 'one'],
      [two, 'two'],
      [one, 'one'],
    ] as const) {
      expect(await fetchFrom(store, kept.url)).toMatchObject({ status: 200, text });
    }
  });

  test('are read by their URL, with the same content as a fetch', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    const store = createStore({ ttlMs: 5000 });
    const kept = await store.save(pieces('Hello ', 'wörld'), details({ contentType: 'text/csv', name: 'a.csv' }));
    const found = await store.read(kept.url);
    if (!found.ok) throw new Error(found.problem);
    const { body, ...about } = found;
    expect(about).toEqual({ ok: true, contentType: 'text/csv', name: 'a.csv', size: 12 });
    const bytes: Uint8Array[] = [];
    for await (const piece of body) bytes.push(piece);
    expect(Buffer.concat(bytes).toString()).toBe('Hello wörld');
    const changed = [
      kept.url.replace(/expires=\d/, 'expires=9'),
      kept.url.replace(/signature=.*/, 'signature='),
      kept.url.replace('https://tools.example.com', 'https://tools.example.com.evil.test'),
      kept.url.replace('/artifacts?', '/other?'),
      'https://tools.example.com/ai/artifacts',
      '',
    ];
    for (const address of changed) {
      expect(await store.read(address), address).toEqual({ ok: false, problem: 'unknown' });
    }
    expect(await createStore().read(kept.url)).toEqual({ ok: false, problem: 'unknown' });
    vi.setSystemTime(6001);
    expect(await store.read(kept.url)).toEqual({ ok: false, problem: 'expired' });
  });

  test('are reported as deleted', async () => {
    const store = createMemoryArtifacts({ url, maxBytes: 40 * mebibyte });
    const first = await store.save(pieces('1234'), details());
    for (let n = 0; n < 2; n += 1) await store.save(zeros(32 * mebibyte), details());
    expect(await store.read(first.url)).toEqual({ ok: false, problem: 'gone' });
    expect(store.uriTemplate).toBe('https://tools.example.com/ai/artifacts{?id,expires,signature}');
  });

  test('are never larger than the memory for all of them', () => {
    expect(() => createMemoryArtifacts({ url, maxBytes: 65 * mebibyte })).toThrow('maxBytes must be');
  });

  test('are refused at a changed URL', async () => {
    const store = createStore();
    const { url: good } = await store.save(pieces('text'), details());
    const other = await store.save(pieces('other'), details());
    const id = (address: string): string => new URL(address).searchParams.get('id') ?? '';
    const changed = [
      good.replace(id(good), id(other.url)),
      good.replace(/expires=\d/, 'expires=9'),
      good.replace(/signature=./, (found) => `signature=${found.endsWith('0') ? '1' : '0'}`),
      good.replace(/&signature=.*/, ''),
      good.replace(/signature=.*/, 'signature='),
      good.replace(/id=[^&]*/, 'id=../../etc/passwd'),
      `${good.slice(0, good.indexOf('?'))}`,
    ];
    for (const address of changed) expect(await fetchFrom(store, address), address).toMatchObject({ status: 403 });
    expect(await fetchFrom(createStore(), good)).toMatchObject({ status: 403 });
  });

  test('are refused at an expired URL, with instructions', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    const store = createStore({ ttlMs: 1000 });
    const { url: address } = await store.save(pieces('text'), details());
    vi.setSystemTime(1999);
    expect(await fetchFrom(store, address)).toMatchObject({ status: 200 });
    vi.setSystemTime(2000);
    expect(await fetchFrom(store, address)).toMatchObject({
      status: 410,
      text: '{"message":"This URL has expired. Call the tool again for a new one."}',
    });
  });

  test('have a content type with any parameters', async () => {
    const store = createStore();
    for (const contentType of ['text/csv;charset=utf-8', 'text/csv; charset="utf-8"', 'text/csv ; header=present']) {
      const saved = await store.save(pieces('1'), details({ contentType }));
      expect((await fetchFrom(store, saved.url)).headers).toMatchObject({ 'content-type': contentType });
    }
    for (const contentType of ['text/csv; charset="utf-8', 'text/csv; a="b\n"', 'text/csv;', 'text']) {
      await expect(store.save(pieces('1'), details({ contentType }))).rejects.toThrow('media type');
    }
  });

  test('are rejected when they are too large, have an invalid media type, or their caller has left', async () => {
    const store = createStore({ maxBytes: 5 });
    await expect(store.save(pieces('123', '456'), details())).rejects.toThrow('larger than 5 bytes');
    await expect(store.save(pieces('1'), details({ contentType: 'text/html\r\nX: 1' }))).rejects.toThrow('media type');
    await expect(store.save(pieces('1'), details({ signal: AbortSignal.abort(new Error('gone')) }))).rejects.toThrow(
      /gone|aborted/,
    );
  });
});

describe('artifacts in memory', () => {
  test('warn that they end with their process, like URLs of a custom storage without a secret', () => {
    expect(createMemoryArtifacts({ url, secret }).endsWithProcess).toContain('The artifacts are in memory');
    const storage: ArtifactStorage = { write: () => Promise.resolve(0), read: () => Promise.resolve(undefined) };
    expect(createArtifacts(storage, { url }).endsWithProcess).toContain('Set secret');
    expect(createArtifacts(storage, { url, secret }).endsWithProcess).toBeUndefined();
  });

  test('accept uploads only up to the quota of one caller, because a larger file would never fit', async () => {
    const { uploads } = createMemoryArtifacts({ url, maxBytes: 32 * mebibyte });
    const announced = { name: 'a.txt', contentType: 'text/plain', size: 20 * mebibyte };
    expect(await uploads?.create(announced, 'ada')).toEqual({
      ok: false,
      message: `A file must have at most ${16 * mebibyte} bytes. (upload_too_large)`,
    });
    expect(() => createMemoryArtifacts({ url, maxBytes: 32 * mebibyte, uploads: { maxBytes: 20 * mebibyte } })).toThrow(
      `uploads.maxCallerBytes must be a whole number of bytes of ${20 * mebibyte} or more, got ${16 * mebibyte}.`,
    );
  });

  test('are replaced by new ones, the oldest first', async () => {
    const store = createMemoryArtifacts({ url, maxBytes: 32 * mebibyte });
    const kept = [];
    for (const size of [1, 32, 31]) kept.push(await store.save(zeros(size * mebibyte), details()));
    kept.push(await store.save(pieces('1234'), details()));
    const answers = await Promise.all(kept.map((one) => fetchFrom(store, one.url)));
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200, 200]);
  });
});

describe('artifacts in a folder', () => {
  const failing = async function* (): AsyncGenerator<Uint8Array> {
    yield* pieces('half');
    throw new Error('no more');
  };

  test('delete the file of a body that fails before it is open', async () => {
    const folder = newFolder();
    const store = createFolderArtifacts({ url, secret, folder });
    const failsAtOnce = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.reject<Uint8Array>(new Error('no body'));
    };
    const saves = await Promise.allSettled(Array.from({ length: 500 }, () => store.save(failsAtOnce(), details())));
    expect(new Set(saves.map(({ status }) => status))).toEqual(new Set(['rejected']));
    // A file that is made late is made before this one.
    await store.save(pieces('text'), details());
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('delete the file of a body that fails, or stalls until its caller leaves', async () => {
    const folder = newFolder();
    const store = createFolderArtifacts({ url, folder });
    await expect(store.save(failing(), details())).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);

    const caller = new AbortController();
    const stalling = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces('half');
      await wait(60_000, undefined, { ref: false });
    };
    const saving = store.save(stalling(), details({ signal: caller.signal }));
    await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/\.partial$/)]);
    caller.abort();
    await expect(saving).rejects.toThrow('aborted');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('are served by every process with the secret, also after a restart', async () => {
    const folder = newFolder();
    const { url: address } = await createFolderArtifacts({ url, folder, secret }).save(pieces('text'), details());
    expect(await fetchFrom(createFolderArtifacts({ url, folder, secret }), address)).toMatchObject({ text: 'text' });
  });

  test('are served by every process with the folder, which has a secret by default', async () => {
    const folder = newFolder();
    const sharing = Array.from({ length: 4 }, () => createFolderArtifacts({ url, folder }));
    const kept = await Promise.all(sharing.map((store) => store.save(pieces('shared'), details())));
    for (const store of [...sharing, createFolderArtifacts({ url, folder })]) {
      for (const one of kept) expect(await fetchFrom(store, one.url)).toMatchObject({ status: 200, text: 'shared' });
      expect(store.endsWithProcess).toBeUndefined();
    }
    const [of, ...others] = readdirSync(folder).filter((name) => name.startsWith('.'));
    expect([of, others]).toEqual(['.secret', []]);
    expect(statSync(join(folder, '.secret')).mode & 0o777).toBe(0o600);
    const other = createFolderArtifacts({ url, folder: newFolder() });
    expect(await fetchFrom(other, kept[0]?.url ?? '')).toMatchObject({ status: 403 });
  });

  test('reject a secret that is too short', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, '.secret'), 'short');
    const store = createFolderArtifacts({ url, folder });
    await expect(store.save(pieces('a'), details())).rejects.toMatchObject({ code: 'TW_CREDENTIAL_SHORT' });
    writeFileSync(join(folder, '.secret'), secret);
    expect(await store.save(pieces('a'), details())).toMatchObject({ size: 1 });
  });

  test('are deleted when they are old, with partial files of killed processes, and no other files', async () => {
    const folder = newFolder();
    const old = new Date(Date.now() - 10_000);
    const left = '00000000-0000-4000-8000-000000000000';
    for (const name of [`${left}.${left}.partial`, left, `${left}.json`, 'notes.txt']) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), old, old);
    }
    await createFolderArtifacts({ url, secret, folder, ttlMs: 5000 }).save(pieces('new'), details());
    const names = readdirSync(folder);
    expect(names).toContain('notes.txt');
    expect(names.filter((name) => name.startsWith(left))).toEqual([]);
    expect(names).toHaveLength(3);
  });
});

test.each([
  ['text', 'wörld', 6],
  ['numbers', new Uint16Array([0x6261, 0x6463]), 4],
])('an upload of %s has as many bytes as announced', async (_kind, chunk, size) => {
  const store = createMemoryArtifacts({ url });
  const upload = async (announced: number): Promise<number> => {
    const created = await store.uploads?.create({ name: 'a.txt', contentType: 'text/plain', size: announced }, 'ada');
    if (created?.ok !== true) throw new Error(created?.message);
    return (await uploadTo(store, created.url, chunksOf(chunk))).status;
  };
  expect([await upload(size - 1), await upload(size), await upload(size + 1)]).toEqual([413, 201, 400]);
});

test.each([
  ['identity', 201],
  ['Identity', 201],
  ['gzip', 415],
])('an upload with the content encoding %s gets the status %i', async (encoding, status) => {
  const store = createMemoryArtifacts({ url });
  const created = await store.uploads?.create({ name: 'a.txt', contentType: 'text/plain', size: 4 }, 'ada');
  if (created?.ok !== true) throw new Error(created?.message);
  const uploaded = await uploadTo(store, created.url, pieces('text'), { 'content-encoding': encoding });
  expect(uploaded.status).toBe(status);
});

describe('uploads to a folder that processes share', () => {
  test('are accepted again while another process waits for the rest of the file', async () => {
    const folder = newFolder();
    const [one, other] = [createFolderArtifacts({ url, folder }), createFolderArtifacts({ url, folder })];
    const announced = { name: 'a.txt', contentType: 'text/plain', size: 4 };
    const created = await one.uploads?.create(announced, 'ada');
    if (created?.ok !== true) throw new Error(created?.message);
    const resumed = deferred<void>();
    const stalling = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces('ol');
      await resumed.promise;
      yield* pieces('d!');
    };
    const stalled = uploadTo(one, created.url, stalling());
    await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.partial'))).toBe(true);
    expect(await uploadTo(other, created.url, pieces('new!'))).toMatchObject({ status: 201 });
    resumed.resolve();
    const refused = await stalled;
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([409, { code: 'upload_used' }]);
    const found = await other.uploads?.find(created.reference, 'ada');
    if (found?.ok !== true) throw new Error(found?.problem);
    for await (const chunk of found.body) expect(String(Buffer.from(chunk))).toBe('new!');
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('succeed after a process was killed before it had stored the same upload completely', async () => {
    const folder = newFolder();
    const store = createFolderArtifacts({ url, folder });
    const created = await store.uploads?.create({ name: 'a.txt', contentType: 'text/plain', size: 4 }, 'ada');
    if (created?.ok !== true) throw new Error(created?.message);
    await uploadTo(store, created.url, pieces('text'));
    // The state after `kill -9` between the two files of an upload.
    const [stored = ''] = readdirSync(folder).filter((name) => /^[0-9a-f-]{36}$/.test(name));
    rmSync(join(folder, stored));
    expect(await uploadTo(store, created.url, pieces('text'))).toMatchObject({ status: 201 });
    expect(await store.uploads?.find(created.reference, 'ada')).toMatchObject({ ok: true, name: 'a.txt', size: 4 });
    expect(readdirSync(folder)).toHaveLength(3);
  });
});

test('an own storage has the same options, which are checked', async () => {
  const storage: ArtifactStorage = { write: () => Promise.resolve(1), read: () => Promise.resolve(undefined) };
  const { save } = createArtifacts(storage, { url, secret, ttlMs: 60_000 });
  const expires = new URL((await save(pieces('a'), details())).url).searchParams.get('expires');
  expect(Number(expires) - Date.now()).toBeLessThanOrEqual(60_000);
  const misspelled = { url, secert: secret };
  expect(() => createArtifacts(storage, misspelled)).toThrow("Invalid option 'secert' in createArtifacts()");
  expect(() => createArtifacts(storage, { url, secret, path: 'files' })).toThrow("path must start with '/'");
});

test.each([
  [{ url: '/relative' }, 'url'],
  [{ url: 'ftp://files.example' }, 'url'],
  [{ url, secret: 'short' }, '32 bytes'],
  [{ url, ttlMs: 0 }, 'ttlMs'],
  [{ url, maxBytes: Number.NaN }, 'maxBytes'],
])('%j is rejected at startup', (options, named) => {
  expect(() => createMemoryArtifacts(options)).toThrow(named);
});

test.each(['https://tools.example.com/ai?tenant=1', 'https://tools.example.com/ai#top'])(
  'reject the url %s, to which no path can be added',
  (address) => {
    expect(() => createMemoryArtifacts({ url: address })).toThrow(/^The url has a query or a fragment/);
  },
);

test('are gone while another process deletes them', async () => {
  const folder = newFolder();
  const store = createFolderArtifacts({ url, folder });
  const kept = await store.save(pieces('x'), details());
  const id = new URL(kept.url).searchParams.get('id') ?? '';
  rmSync(join(folder, `${id}.json`));
  expect(await store.read(kept.url)).toEqual({ ok: false, problem: 'gone' });
  expect(await fetchFrom(store, kept.url)).toMatchObject({ status: 404 });
});
