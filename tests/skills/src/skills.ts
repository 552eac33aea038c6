import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** A program of a skill, and what it prints. */
interface Shown {
  readonly code: string;
  readonly output: string | undefined;
}

/** A skill that is published inside a package. */
export interface Skill {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly programs: readonly Shown[];
}

/** The skills of all packages. */
export function readSkills(): readonly Skill[] {
  return packageFolders().flatMap((folder) => {
    const skills = join(folder, 'skills');
    if (!existsSync(skills)) return [];
    return readdirSync(skills).map((name) => {
      const path = join(skills, name, 'SKILL.md');
      const text = readFileSync(path, 'utf8');
      return { name, path, text, programs: programsOf(text) };
    });
  });
}

/** Each block of TypeScript, and the text right after it. */
function programsOf(text: string): readonly Shown[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$(?:\n\n^```text\n([\s\S]*?)^```$)?/gm)].map(([, code, output]) => ({
    code: code as string,
    output,
  }));
}

function packageFolders(): readonly string[] {
  const inside = (folder: string): readonly string[] => readdirSync(folder).map((name) => join(folder, name));
  const isPackage = (folder: string): boolean => existsSync(join(folder, 'package.json'));
  return inside(join(root, 'packages')).flatMap((folder) =>
    isPackage(folder) ? [folder] : inside(folder).filter(isPackage),
  );
}
