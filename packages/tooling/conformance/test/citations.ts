import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Requirement, RequirementId } from '../src/index.ts';
import type { RequirementSection } from '../src/requirements/otc/requirement.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const here = fileURLToPath(new URL('..', import.meta.url));

/** All published sources, except for this package, which only contains the rules. */
export function ownSources(): readonly string[] {
  return textsIn(foldersNamed('src', ['packages']), '.ts');
}

/** The tests of every package, example and private suite, except for this package. */
export function ownTests(): readonly string[] {
  return textsIn(foldersNamed('test', ['packages', 'examples', 'tests']), '.test.ts');
}

function textsIn(folders: readonly string[], end: string): readonly string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}

/** The folders with a name in every package, in `packages`, in the folder of a layer, or next to them. */
function foldersNamed(name: string, groups: readonly string[]): readonly string[] {
  const inside = (path: string): readonly string[] =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map((entry) => join(path, entry.name));
  return groups
    .flatMap((group) => inside(join(repository, group)))
    .flatMap((folder) => [folder, ...inside(folder)])
    .map((folder) => join(folder, name))
    .filter((folder) => existsSync(folder) && !folder.startsWith(here));
}

/** Finds the IDs in the calls of `verifies` in a test file. */
export function verifiedIn(source: string): readonly RequirementId[] {
  const calls = source.matchAll(/\bverifies\(\s*(\[[^\]]*\]|'[^']*'|"[^"]*")/g);
  return [...calls].flatMap(([, ids = '']) => ids.match(/OTC-[A-Z]+-\d+[a-z]?/g) ?? []) as RequirementId[];
}

/** Returns the requirements of these sections (MUST and MUST NOT, for servers) that no case or test covers. */
export function uncoveredRequirements(
  requirements: readonly Requirement[],
  covered: Iterable<RequirementId>,
  sections: readonly RequirementSection[],
): readonly Requirement[] {
  const coveredIds = new Set<string>(covered);
  return requirements.filter(
    (requirement) =>
      requirement.appliesTo === 'server' &&
      (requirement.level === 'MUST' || requirement.level === 'MUST NOT') &&
      sections.includes(sectionOf(requirement.id)) &&
      !coveredIds.has(requirement.id),
  );
}

/** The section of a requirement, such as `CALL`. */
function sectionOf(id: RequirementId): RequirementSection {
  return id.split('-')[1] as RequirementSection;
}
