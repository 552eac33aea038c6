import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MaybePromise } from '@toolwire/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFolderArtifacts } from '../src/folder.ts';
import type { Artifacts } from '../src/index.ts';
import { details, fetchFrom, pieces } from './support.ts';

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
  operation: 'link' | 'rm',
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
    await createFolderArtifacts({ url, folder }).uploads.create(upload, 'ada');
    expect(readFileSync(secret, 'utf8')).toBe('s'.repeat(32));
  });

  test('leave no file when the last step fails', async () => {
    failWith('link', 'EIO');
    await expect(store.save(pieces('text'), details())).rejects.toThrow('EIO: link');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('are stored, although the partial files cannot be deleted', async () => {
    failWith('rm', 'EBUSY');
    const saved = await store.save(pieces('text'), details());
    expect(await fetchFrom(store, saved.url)).toMatchObject({ status: 200, text: 'text' });
  });

  test('report why they were not stored, although the partial files cannot be deleted', async () => {
    failWith('rm', 'EBUSY');
    const failing = (async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.reject<Uint8Array>(new Error('no body'));
    })();
    await expect(store.save(failing, details())).rejects.toThrow('no body');
  });
});
