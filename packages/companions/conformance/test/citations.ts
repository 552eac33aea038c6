import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const here = fileURLToPath(new URL('..', import.meta.url));

/** The texts of all sources that users run; those of this package only say what the rules are. */
export function ownSources(): readonly string[] {
  return filesIn(join(repository, 'packages'), '.ts')
    .filter(({ folder }) => isOwnSource(folder))
    .map(({ text }) => text());
}

/** The texts of the tests of every package, example and private suite, but for those of this package. */
export function ownTests(): readonly string[] {
  return testFolders()
    .flatMap((folder) => filesIn(folder, '.test.ts'))
    .map(({ text }) => text());
}

interface FoundFile {
  readonly folder: string;
  readonly text: () => string;
}

function filesIn(folder: string, end: string): readonly FoundFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map(({ parentPath, name }) => ({ folder: parentPath, text: () => readFileSync(join(parentPath, name), 'utf8') }));
}

function isOwnSource(folder: string): boolean {
  const parts = folder.slice(repository.length).split(/[\\/]/);
  return parts.includes('src') && !parts.includes('node_modules') && !parts.includes('conformance');
}

/** The folders named `test`, whether they stand in `packages`, in the folder of a layer, or beside them. */
function testFolders(): readonly string[] {
  const inside = (path: string): readonly string[] =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(path, entry.name));
  return ['packages', 'examples', 'tests']
    .flatMap((group) => inside(join(repository, group)))
    .flatMap((folder) => [folder, ...inside(folder)])
    .map((folder) => join(folder, 'test'))
    .filter((folder) => existsSync(folder) && !folder.startsWith(here));
}
