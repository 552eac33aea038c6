import { execFile } from 'node:child_process';
import { access, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A document of a real API, in a package of npm. It is too large to commit. */
export interface PackedDocument {
  readonly name: string;
  /** With the exact version. */
  readonly package: string;
  readonly file: string;
  /** The operations to compile; TypeScript needs minutes for all of a large API. */
  readonly compiled: { readonly tags?: readonly string[]; readonly paths?: readonly string[] };
}

export const packedDocuments: readonly PackedDocument[] = [
  {
    name: 'GitHub',
    package: '@octokit/openapi@23.0.2',
    file: 'generated/api.github.com.json',
    compiled: { tags: ['gists', 'search', 'issues'] },
  },
  {
    name: 'GitHub Enterprise Server',
    package: '@octokit/openapi@23.0.2',
    file: 'generated/ghes-3.19.json',
    compiled: { tags: ['users'] },
  },
  {
    name: 'Figma',
    package: '@figma/rest-api-spec@0.43.0',
    file: 'openapi/openapi.yaml',
    compiled: { paths: ['/*'] },
  },
];

/** The text of a document, downloaded once; `undefined` without a registry. */
export async function packedDocument({ package: name, file }: PackedDocument): Promise<string | undefined> {
  const folder = join(tmpdir(), `toolwire-documents-${name.replaceAll(/[^\w.]/gu, '-')}`);
  const path = join(folder, 'package', file);
  const isKnown = await access(path).then(
    () => true,
    () => false,
  );
  if (!isKnown) {
    await mkdir(folder, { recursive: true });
    const packed = await run('npm', ['pack', name, '--pack-destination', folder, '--silent']).catch(() => undefined);
    if (packed === undefined) return undefined;
    await run('tar', ['-xzf', join(folder, packed.stdout.trim()), '-C', folder, `package/${file}`]);
  }
  return readFile(path, 'utf8');
}
