import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const examplesFolder = join(import.meta.dirname, '../..');

/** One story: a folder with a package.json. */
export interface Example {
  readonly name: string;
  readonly folder: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
}

/** Every example there is, so that none can be forgotten. */
export function readExamples(): Example[] {
  return readdirSync(examplesFolder)
    .filter((name) => existsSync(join(examplesFolder, name, 'package.json')))
    .map(readExample);
}

function readExample(name: string): Example {
  const folder = join(examplesFolder, name);
  const { scripts = {}, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
    dependencies?: Record<string, string>;
  };
  return { name, folder, scripts, dependencies: Object.keys(dependencies) };
}

/** Whether a folder has code for other examples, and no program. */
export function isSharedCode({ name }: Example): boolean {
  return name.endsWith('-kit') || name === 'mcp-fixtures';
}
