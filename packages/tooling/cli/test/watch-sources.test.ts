import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchSources } from '../src/dev/watch-sources.ts';

it('watches a path of --watch inside a folder that is ignored otherwise', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-watch-')));
  await Promise.all(['.prompts', 'dist/pages'].map((name) => mkdir(join(root, name), { recursive: true })));
  const entry = { file: join(root, 'server.ts'), name: 'server.ts', root, hasPackage: true, isTypeScript: true };
  const changes = await watchSources(entry, [join(root, '.prompts'), join(root, 'dist/pages')], () => undefined);
  onTestFinished(async () => {
    await changes.close();
    await rm(root, { recursive: true });
  });
  for (const path of ['.prompts/one.txt', 'dist/pages/two.html']) {
    const changed = changes.next();
    await writeFile(join(root, path), 'text');
    expect((await changed).some((file) => file.endsWith(path))).toBe(true);
  }
});

it('notices files that start with a dot inside a path of --watch', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-watch-')));
  await mkdir(join(root, 'prompts/node_modules'), { recursive: true });
  const entry = { file: join(root, 'server.ts'), name: 'server.ts', root, hasPackage: true, isTypeScript: true };
  const changes = await watchSources(entry, [join(root, 'prompts')], () => undefined);
  onTestFinished(async () => {
    await changes.close();
    await rm(root, { recursive: true });
  });
  const changed = changes.next();
  await writeFile(join(root, 'prompts/node_modules/ignored.txt'), 'text');
  await writeFile(join(root, 'prompts/.rules'), 'text');
  const names = (await changed).map((file) => basename(file));
  expect(names).toContain('.rules');
  expect(names).not.toContain('ignored.txt');
});

it('limits the depth of a folder without a package, but not of a path of --watch', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-watch-')));
  await Promise.all(['a/b/c', 'prompts/b/c/d'].map((name) => mkdir(join(root, name), { recursive: true })));
  const entry = { file: join(root, 'server.ts'), name: 'server.ts', root, hasPackage: false, isTypeScript: true };
  const changes = await watchSources(entry, [join(root, 'prompts')], () => undefined);
  onTestFinished(async () => {
    await changes.close();
    await rm(root, { recursive: true });
  });
  const changed = changes.next();
  await writeFile(join(root, 'a/b/c/deep.ts'), '');
  await writeFile(join(root, 'a/b/near.ts'), '');
  await writeFile(join(root, 'prompts/b/c/d/deep.txt'), '');
  const names = new Set((await changed).map((file) => basename(file)));
  expect(names).toEqual(new Set(['near.ts', 'deep.txt']));
});

it('restarts once for two requests at nearly the same time', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-watch-')));
  const entry = { file: join(root, 'server.ts'), name: 'server.ts', root, hasPackage: true, isTypeScript: true };
  const changes = await watchSources(entry, [], () => undefined);
  onTestFinished(() => rm(root, { recursive: true }));
  const first = changes.next();
  changes.restart();
  await Promise.resolve();
  changes.restart();
  expect(await first).toEqual([]);
  const second = vi.fn();
  const next = changes.next().then(second);
  await new Promise((resolve) => void setTimeout(resolve, 100));
  expect(second).not.toHaveBeenCalled();
  await changes.close();
  await next;
});

it('notes an error of the system, and watches the other files', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-watch-')));
  const entry = { file: join(root, 'server.ts'), name: 'server.ts', root, hasPackage: true, isTypeScript: true };
  const notes: string[] = [];
  const changes = await watchSources(entry, [join(root, 'x'.repeat(300))], (text) => void notes.push(text));
  onTestFinished(async () => {
    await changes.close();
    await rm(root, { recursive: true });
  });
  expect(notes).toEqual([expect.stringMatching(/^Some changes will not be noticed: ENAMETOOLONG/)]);
});
