import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBaseline, readSourceState } from '../src/dev/contract-baseline.ts';

const listing = (...ids: readonly string[]) => ({ tools: ids.map((id) => ({ id })) });
const note = (text: string): void => expect.unreachable(text);

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-baseline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  return folder;
}

function createRepository(): string {
  const folder = createFolder();
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  commit(folder, 'init', '--quiet');
  return folder;
}

function commit(folder: string, ...first: readonly string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  if (first.length > 0) execFileSync('git', first, { cwd: folder });
  execFileSync('git', ['add', '--all'], { cwd: folder });
  execFileSync('git', [...identity, 'commit', '--quiet', '--message', 'Change'], { cwd: folder });
}

describe('the listing that toolwire dev compares with', () => {
  it('is the listing of the first start without git', async () => {
    const folder = createFolder();
    const source = await readSourceState(folder);
    expect(source).toEqual({ commit: undefined, isClean: false });
    const first = await findBaseline(listing('A.One'), source, { root: folder, previous: undefined, note });
    expect(first).toEqual({ listing: listing('A.One'), since: 'the first start' });
    expect(await findBaseline(listing('A.Two'), source, { root: folder, previous: first, note })).toBe(first);
  });

  it('is the listing of the commit, also in a later process that starts with edits', async () => {
    const folder = createRepository();
    const clean = await readSourceState(folder);
    expect(clean.isClean).toBe(true);
    const stored = await findBaseline(listing('A.One'), clean, { root: folder, previous: undefined, note });
    expect(stored.since).toBe(`commit ${clean.commit?.slice(0, 7)}`);
    writeFileSync(join(folder, 'edit.txt'), 'edited');
    const edited = await readSourceState(folder);
    expect(edited).toEqual({ commit: clean.commit, isClean: false });
    expect(await findBaseline(listing('A.Two'), edited, { root: folder, previous: undefined, note })).toEqual(stored);
  });

  it('is the listing of the first start if the tools of the commit are unknown, until a start without edits', async () => {
    const folder = createRepository();
    writeFileSync(join(folder, 'edit.txt'), 'edited');
    const first = await findBaseline(listing('A.One'), await readSourceState(folder), {
      root: folder,
      previous: undefined,
      note,
    });
    expect(first.since).toBe('the first start');
    commit(folder);
    const second = await findBaseline(listing('A.Two'), await readSourceState(folder), {
      root: folder,
      previous: first,
      note,
    });
    expect(second.listing).toEqual(listing('A.Two'));
    expect(second.since).toMatch(/^commit [0-9a-f]{7}$/);
  });
});
