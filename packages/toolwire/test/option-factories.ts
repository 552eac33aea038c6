import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function that users can import, and that takes options. */
export interface OptionFactory {
  /** The entry that exports it, such as `@toolwire/auth/jwt`. */
  readonly entry: string;
  readonly name: string;
  readonly make: (...given: readonly unknown[]) => unknown;
}

const packagesFolder = join(import.meta.dirname, '../..');

/** Every exported function with a parameter whose type is called options or settings, in every entry of every package. */
export async function findOptionFactories(): Promise<readonly OptionFactory[]> {
  const found = await Promise.all(packageFolders().map(factoriesOf));
  return found.flat();
}

/** The folders with a package in them: those of `packages` itself, and those of its layers. */
function packageFolders(): readonly string[] {
  const isPackage = (folder: string): boolean => existsSync(join(folder, 'package.json'));
  const inside = (folder: string): readonly string[] => readdirSync(folder).map((name) => join(folder, name));
  return inside(packagesFolder)
    .flatMap((folder) => (isPackage(folder) ? [folder] : inside(folder)))
    .filter(isPackage);
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
}

async function factoriesOf(folder: string): Promise<readonly OptionFactory[]> {
  const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const takers = takersOfOptions(join(folder, 'src'));
  const factories: OptionFactory[] = [];
  for (const [entry, target] of Object.entries(exports)) {
    const source = typeof target === 'object' ? target['@toolwire/source'] : undefined;
    if (typeof source !== 'string') {
      continue;
    }
    const exported = (await import(/* @vite-ignore */ join(folder, source))) as Readonly<Record<string, unknown>>;
    for (const taker of takers) {
      const make = exported[taker];
      if (typeof make === 'function') {
        factories.push({ entry: name + entry.slice(1), name: taker, make: make as OptionFactory['make'] });
      }
    }
  }
  return factories;
}

const declaration = /^export (?:async )?function (\w+)(?:<[^(]*>)?\(([^]*?)\)(?:: | \{)/gm;
const optionsType = /: [^,]*\b\w*(?:Options|Settings)\b/;

function takersOfOptions(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const declared = files.flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(declaration)]);
  return new Set(declared.filter(([, , given = '']) => optionsType.test(given)).map(([, name = '']) => name));
}
