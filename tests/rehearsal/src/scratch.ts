import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outputOf } from '@toolwire/consumers/run';
import { root } from '@toolwire/consumers/workspace';

/** Copies the workspace as it is now, with what is installed in it, so that a release changes nothing of the original. */
export async function copyWorkspace(folder: string): Promise<string> {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0');
  for (const path of files.filter((file) => file !== '' && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { verbatimSymlinks: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const path of foldersWithModules()) {
    // Their links are relative: those to packages of ours lead to the copies.
    cpSync(join(root, path, 'node_modules'), join(folder, path, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  const git = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', '-c', 'commit.gpgsign=false'];
  await outputOf('git', ['init', '--quiet', '--initial-branch=main'], folder);
  await outputOf('git', ['add', '--all'], folder);
  await outputOf('git', [...git, 'commit', '--quiet', '--no-verify', '--message=The workspace as it is'], folder);
  return folder;
}

function foldersWithModules(): readonly string[] {
  const inside = (folder: string): readonly string[] =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const packages = inside('packages').flatMap((path) =>
    existsSync(join(root, path, 'package.json')) ? [path] : inside(path),
  );
  return packages.filter((path) => existsSync(join(root, path, 'node_modules')));
}
