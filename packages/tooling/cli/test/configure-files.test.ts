import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltCli, buildCli, type Ended } from './support/cli-process.ts';

const url = 'http://127.0.0.1:3000/mcp';
const token = 'hidden-token-of-the-tests';

let cli: BuiltCli;
let root: string;
let home: string;
let project: string;
let victim: string;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolwire-files-'));
  [home, project, victim] = [join(root, 'home'), join(root, 'project'), join(root, 'victim')];
  await Promise.all([mkdir(home), mkdir(project), writeFile(victim, 'precious\n')]);
  return () => rm(root, { recursive: true });
});

const configure = (...typed: readonly string[]): Promise<Ended> =>
  cli.run(['configure', ...typed, '--yes'], { environment: { HOME: home }, folder: project });
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
const backupIn = ({ stdout }: Ended): string => (JSON.parse(stdout) as { readonly backup: string }).backup;

describe.skipIf(process.platform === 'win32')('toolwire configure in an untrusted repository', () => {
  it('writes its backup outside the project, so that a link there is not followed', async () => {
    const file = join(project, '.mcp.json');
    await writeFile(file, '{ "a": 1 }');
    await configure('claude', url, '--name', 'tools');
    const after = await readFile(file, 'utf8');
    expect((await configure('claude', '--undo', '--name', 'tools')).code).toBe(0);
    const hash = createHash('sha256').update(after).digest('hex').slice(0, 12);
    const planted = `${file}.before-tools-${hash}`;
    await symlink(victim, planted);
    expect((await configure('claude', url, '--name', 'tools')).code).toBe(0);
    expect(await readFile(victim, 'utf8')).toBe('precious\n');
    expect((await readdir(project)).toSorted()).toEqual(['.mcp.json', `.mcp.json.before-tools-${hash}`]);
    expect(await readlink(planted)).toBe(victim);
  });

  it('stores the backup in a private folder of the user, and does not follow a link there', async () => {
    await writeFile(join(project, '.mcp.json'), '{ "a": 1 }');
    const typed = ['claude', url, '--name', 'tools', '--json'];
    const backup = backupIn(await configure(...typed));
    expect(backup.startsWith(join(home, '.config', 'toolwire', 'backups'))).toBe(true);
    expect(await readFile(backup, 'utf8')).toBe('{ "a": 1 }');
    expect([await modeOf(backup), await modeOf(dirname(backup))]).toEqual([0o600, 0o700]);
    await configure('claude', '--undo', '--name', 'tools');
    await expect(stat(backup)).rejects.toThrow('ENOENT');
    await symlink(victim, backup);
    expect(backupIn(await configure(...typed))).toBe(backup);
    expect(await readFile(victim, 'utf8')).toBe('precious\n');
    expect(await readFile(backup, 'utf8')).toBe('{ "a": 1 }');
  });

  it.each(['file', 'folder', 'missing', 'missing in the project'])(
    'writes no file outside the project through a link: %s',
    async (kind) => {
      await writeFile(victim, '{}');
      const elsewhere = join(root, 'elsewhere');
      const targets: Readonly<Record<string, string>> = { file: victim, 'missing in the project': 'other.json' };
      if (kind === 'folder') {
        await mkdir(elsewhere);
        await symlink(elsewhere, join(project, '.cursor'));
      } else {
        await mkdir(join(project, '.cursor'));
        await symlink(targets[kind] ?? elsewhere, join(project, '.cursor', 'mcp.json'));
      }
      const ended = await configure('cursor', url, '--name', 'tools');
      expect(ended.stderr).toMatch(
        kind.startsWith('missing')
          ? /is a link to a file that does not exist\. Nothing was written/
          : /is a link to .*outside this project\. Nothing was written/,
      );
      expect(ended.code).toBe(1);
      expect(await readFile(victim, 'utf8')).toBe('{}');
      expect(await readdir(kind === 'folder' ? elsewhere : root)).not.toContain(
        kind === 'folder' ? 'mcp.json' : 'elsewhere',
      );
    },
  );

  it('restores a file whose path looks like a backup path', async () => {
    const file = join(root, 'app.new-york', 'mcp.json');
    await mkdir(dirname(file));
    await writeFile(file, '{ "a": 1 }');
    await configure('cursor', url, '--file', file, '--name', 'tools');
    expect((await configure('cursor', '--undo', '--file', file, '--name', 'tools')).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('{ "a": 1 }');
  });
});

describe.skipIf(process.platform === 'win32')('credentials passed to toolwire configure', () => {
  it.each([
    ['claude', url, '--token', token],
    ['claude', url, '--scope', 'project', '--bridge', '--api-key', token],
  ])('are stored in no file of the project: %s %s %s', async (...typed) => {
    const ended = await configure(...typed, '--name', 'tools');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('often committed. Add --scope user');
    expect(await readdir(project)).toEqual([]);
  });

  it('are announced, and make the file readable only for the user', async () => {
    const file = join(home, '.claude.json');
    await writeFile(file, '{}', { mode: 0o644 });
    const ended = await configure('claude', url, '--scope', 'user', '--token', token, '--name', 'tools');
    expect(ended.stderr).toContain(`${file} will contain your credentials in plain text. Its mode is set to 0600`);
    expect(await modeOf(file)).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(token);
  });
});

describe('a TOML table', () => {
  const codex = async (before: string): Promise<{ readonly ended: Ended; readonly after: string }> => {
    const file = join(root, 'config.toml');
    await writeFile(file, before);
    const ended = await configure('codex', url, '--file', file, '--name', 'tools');
    return { ended, after: await readFile(file, 'utf8') };
  };

  it.each([['[mcp_servers."too\\u006cs"]'], ["[mcp_servers.'tools']"], ['[ "mcp_\\u0073ervers" . tools ]']])(
    'is replaced, in any spelling of its name: %s',
    async (header) => {
      const { ended, after } = await codex(`a = 1\n\n${header}\ncommand = "old"\n\n[b]\nc = 2\n`);
      expect(ended.code).toBe(0);
      expect(after).toBe(`a = 1\n\n[mcp_servers.tools]\nurl = "${url}"\n\n[b]\nc = 2\n`);
    },
  );

  it('is replaced if a list in it contains multi-line strings and other lists', async () => {
    const list = 'args = [\n  ["x", """\n[not.a.table]\n"""], \'\'\'a\'\'\',\n["b"]\n]\n';
    const { ended, after } = await codex(`[mcp_servers.tools]\ncommand = "old"\n${list}\n[b]\nc = 2\n`);
    expect(ended.stderr).not.toContain('could not be found reliably');
    expect(after).toBe(`[mcp_servers.tools]\nurl = "${url}"\n\n[b]\nc = 2\n`);
  });

  it.each([
    ['[mcp_servers]\ntools = { command = "old" }\n', 'must be in separate tables'],
    ['[mcp_servers]\n"too\\u006cs".command = "old"\n', 'must be in separate tables'],
    ['[mcp_servers.tools]\na = 1\n[mcp_servers.tools]\na = 2\n', "line 3 isn't valid TOML"],
  ])('is not written twice: %j', async (before, said) => {
    const { ended, after } = await codex(before);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(said);
    expect(after).toBe(before);
  });
});
