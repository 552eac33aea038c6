import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFolderArtifacts } from '../src/folder.ts';
import type { Artifacts } from '../src/index.ts';
import { details, fetchFrom, pieces } from './support.ts';

let folder: string;
let store: Artifacts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwire-artifacts-'));
  store = createFolderArtifacts({ url: 'https://tools.example.com', secret: 's'.repeat(32), folder });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

function failWith(operation: 'link' | 'rm', code: string): void {
  vi.spyOn(fs, operation).mockRejectedValue(Object.assign(new Error(`${code}: ${operation}`), { code }));
  syncBuiltinESMExports();
}

describe('artifacts in a folder', () => {
  test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'are stored on a file system without hard links, which reports %s',
    async (code) => {
      failWith('link', code);
      const { url } = await store.save(pieces('text'), details());
      expect(await fetchFrom(store, url)).toMatchObject({ status: 200, text: 'text' });
      expect(readdirSync(folder)).toHaveLength(2);
    },
  );

  test('leave no file when the last step fails', async () => {
    failWith('link', 'EIO');
    await expect(store.save(pieces('text'), details())).rejects.toThrow('EIO: link');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('are stored, although the partial files cannot be deleted', async () => {
    failWith('rm', 'EBUSY');
    const { url } = await store.save(pieces('text'), details());
    expect(await fetchFrom(store, url)).toMatchObject({ status: 200, text: 'text' });
  });

  test('report why they were not stored, although the partial files cannot be deleted', async () => {
    failWith('rm', 'EBUSY');
    const failing = (async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.reject<Uint8Array>(new Error('no body'));
    })();
    await expect(store.save(failing, details())).rejects.toThrow('no body');
  });
});
