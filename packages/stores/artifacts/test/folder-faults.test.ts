import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MaybePromise } from '@toolwire/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFolderArtifacts } from '../src/folder.ts';
import type { Artifacts } from '../src/index.ts';
import { details, fetchFrom, pieces, uploadTo } from './support.ts';

const url = 'https://tools.example.com';
const upload = { name: 'a.txt', contentType: 'text/plain', size: 4 };
let folder: string;
let store: Artifacts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwire-artifacts-'));
  store = createFolderArtifacts({ url, secret: 's'.repeat(32), folder });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

function failWith(
  operation: 'link' | 'rm' | 'stat',
  code: string,
  before: () => MaybePromise<unknown> = () => undefined,
): void {
  vi.spyOn(fs, operation).mockImplementation(async () => {
    await before();
    throw Object.assign(new Error(`${code}: ${operation}`), { code });
  });
  syncBuiltinESMExports();
}

describe('artifacts in a folder', () => {
  describe.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EISDIR'])(
    'on a file system without hard links, which reports %s',
    (code) => {
      beforeEach(() => failWith('link', code));

      test('are stored', async () => {
        const saved = await store.save(pieces('text'), details());
        expect(await fetchFrom(store, saved.url)).toMatchObject({ status: 200, text: 'text' });
        expect(readdirSync(folder)).toHaveLength(2);
      });

      test('share the secret that the first process stores', async () => {
        const [first, second] = [createFolderArtifacts({ url, folder }), createFolderArtifacts({ url, folder })];
        const saved = await first.save(pieces('text'), details());
        expect(await fetchFrom(second, saved.url)).toMatchObject({ status: 200, text: 'text' });
        expect(readdirSync(folder).filter((name) => name.startsWith('.secret'))).toEqual(['.secret']);
        expect(statSync(join(folder, '.secret')).mode & 0o777).toBe(0o600);
      });
    },
  );

  test('do not replace the secret that another process has stored meanwhile, without hard links', async () => {
    const secret = join(folder, '.secret');
    failWith('link', 'EPERM', () => writeFileSync(secret, 's'.repeat(32)));
    await createFolderArtifacts({ url, folder }).uploads?.create(upload, 'ada');
    expect(readFileSync(secret, 'utf8')).toBe('s'.repeat(32));
  });

  test('wait for a secret that another process is still writing', async () => {
    const secret = join(folder, '.secret');
    writeFileSync(secret, '');
    setTimeout(() => writeFileSync(secret, 's'.repeat(32)), 50);
    const saved = await createFolderArtifacts({ url, folder }).save(pieces('text'), details());
    expect(await fetchFrom(store, saved.url)).toMatchObject({ status: 200, text: 'text' });
  });

  test('name the file of a secret that stays too short', async () => {
    const secret = join(folder, '.secret');
    writeFileSync(secret, 's'.repeat(31));
    const saving = createFolderArtifacts({ url, folder }).save(pieces('text'), details());
    await expect(saving).rejects.toThrow(`The secret in ${secret} must have at least 32 bytes`);
  });

  test('leave no readable file when the last step fails', async () => {
    failWith('link', 'EIO');
    await expect(store.save(pieces('text'), details())).rejects.toThrow('EIO: link');
    // Another process may need the details of the same upload.
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.json$/)]);
  });

  test('stay complete when another process fails to store the same upload', async () => {
    const [one, other] = [createFolderArtifacts({ url, folder }), createFolderArtifacts({ url, folder })];
    const created = await one.uploads?.create(upload, 'ada');
    if (created?.ok !== true) throw new Error(created?.message);
    failWith('link', 'EIO', async () => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      expect(await uploadTo(other, created.url, pieces('text'))).toMatchObject({ status: 201 });
    });
    expect(await uploadTo(one, created.url, pieces('text'))).toMatchObject({ status: 409 });
    expect(await other.uploads?.find(created.reference, 'ada')).toMatchObject({ ok: true, name: 'a.txt', size: 4 });
  });

  test('are stored, although the partial files cannot be deleted', async () => {
    failWith('rm', 'EBUSY');
    const saved = await store.save(pieces('text'), details());
    expect(await fetchFrom(store, saved.url)).toMatchObject({ status: 200, text: 'text' });
  });

  test.each(['rm', 'stat'] as const)(
    'are stored, although %s fails for an old file, and the next one is deleted',
    async (operation) => {
      const id = '00000000-0000-4000-8000-00000000000';
      const paths = [1, 2].map((digit) => join(folder, `${id}${digit}`));
      for (const path of paths) {
        writeFileSync(path, '');
        utimesSync(path, 0, 0);
      }
      failWith(operation, 'EPERM', () => {
        vi.restoreAllMocks();
        syncBuiltinESMExports();
      });
      const saved = await store.save(pieces('text'), details());
      expect(await fetchFrom(store, saved.url)).toMatchObject({ status: 200, text: 'text' });
      expect(paths.filter((path) => existsSync(path))).toHaveLength(1);
    },
  );

  test('delete old details without a file, which a failed upload leaves', async () => {
    const [old, recent] = [join(folder, `${crypto.randomUUID()}.json`), join(folder, `${crypto.randomUUID()}.json`)];
    for (const path of [old, recent]) writeFileSync(path, '{}');
    utimesSync(old, 0, 0);
    await store.save(pieces('text'), details());
    expect([old, recent].map((path) => existsSync(path))).toEqual([false, true]);
  });

  test('report why they were not stored, although the partial files cannot be deleted', async () => {
    failWith('rm', 'EBUSY');
    const failing = (async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.reject<Uint8Array>(new Error('no body'));
    })();
    await expect(store.save(failing, details())).rejects.toThrow('no body');
  });
});
