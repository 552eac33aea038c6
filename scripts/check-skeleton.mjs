// Checks that all packages have the same structure.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { layerOf } from './layer-table.mjs';
import { filesBelow, readJson, readPackages, readText, root } from './packages.mjs';
import { findInstalls, findMissingInstalls } from './readme-installs.mjs';
import { report } from './report.mjs';

/** The fields of a package.json, in this order; those with a question mark may be missing. */
const fieldOrder =
  'name version description license keywords homepage bugs repository type sideEffects engines bin? main module types typesVersions? imports? exports files publishConfig dependencies? peerDependencies? peerDependenciesMeta? devDependencies?'.split(
    ' ',
  );

/**
 * How a package names another package of the workspace. Peers use a range that a minor release below 1.0.0 stays within:
 * changesets makes a major release of every package whose peer leaves its range.
 */
const workspaceRanges = {
  dependencies: 'workspace:^',
  peerDependencies: '<1.0.0',
  devDependencies: 'workspace:*',
};

/** @type {{ path: string }[]} */
const sizeLimits = readJson('.size-limit.json');
// What is private is bundled into the others, and has no users to know it by its skeleton.
const packages = readPackages().filter(({ manifest }) => manifest.private !== true);
const { engines } = readJson('package.json');
const taught = ['docs/start', 'docs/learn', 'docs/recipes'].flatMap(filesBelow).filter((path) => path.endsWith('.md'));
const pages = ['README.md', 'docs/tools.md', ...taught];
report([...packages.flatMap(checkPackage), ...pages.flatMap(checkInstalls)], `${packages.length} packages`);

/**
 * @param {import('./packages.mjs').WorkspacePackage} one
 * @returns {string[]}
 */
function checkPackage(one) {
  return [
    ...checkFields(one),
    ...checkValues(one),
    ...checkExports(one),
    ...checkRanges(one),
    ...checkReadme(one),
    ...checkFiles(one),
  ];
}

/** @param {import('./packages.mjs').WorkspacePackage} one */
function checkFields({ folder, manifest }) {
  const names = fieldOrder.map((name) => name.replace('?', ''));
  const missing = fieldOrder.filter((name) => !name.endsWith('?') && !Object.hasOwn(manifest, name));
  const unknown = Object.keys(manifest).filter((name) => !names.includes(name));
  const inOrder = names.filter((name) => Object.hasOwn(manifest, name));
  const ordered = isDeepStrictEqual(Object.keys(manifest), inOrder);
  return [
    ...missing.map((name) => `${folder}/package.json has no "${name}"`),
    ...unknown.map((name) => `${folder}/package.json has "${name}", which no other package has`),
    ...(ordered || unknown.length > 0 ? [] : [`${folder}/package.json should order its fields: ${inOrder.join(', ')}`]),
  ];
}

/** @param {import('./packages.mjs').WorkspacePackage} one */
function checkValues({ folder, manifest }) {
  const short = folder.slice(folder.lastIndexOf('/') + 1);
  const project = 'https://github.com/toolwire/toolwire';
  const repository = { type: 'git', url: `git+${project}.git`, directory: folder };
  const expected = {
    name: short === 'toolwire' || short === 'create-toolwire' ? short : `@toolwire/${short}`,
    license: 'Apache-2.0',
    homepage: `${project}/tree/main/${folder}#readme`,
    bugs: `${project}/issues`,
    repository,
    type: 'module',
    sideEffects: false,
    engines,
    main: './dist/index.cjs',
    module: './dist/index.js',
    types: './dist/index.d.cts',
    typesVersions: typesVersionsOf(manifest),
    files: existsSync(join(root, folder, 'skills')) ? ['dist', 'src', 'skills'] : ['dist', 'src'],
    // No provenance: only the release workflow can prove where a package is from, and every other publish would fail.
    publishConfig: { access: 'public' },
  };
  return Object.entries(expected)
    .filter(([name, value]) => !isDeepStrictEqual(/** @type {Record<string, unknown>} */ (manifest)[name], value))
    .map(([name, value]) => `${folder}/package.json: "${name}" should be ${JSON.stringify(value)}`);
}

/**
 * Where compilers that do not read `exports` (`moduleResolution: node10`) find the types of each further entry.
 * @param {import('./packages.mjs').WorkspacePackage['manifest']} manifest
 */
function typesVersionsOf({ exports = {} }) {
  const names = Object.keys(exports).filter((entry) => entry !== '.' && entry !== './package.json');
  const types = names.map((entry) => [entry.slice(2), [`./dist/${entry.slice(2)}.d.cts`]]);
  return types.length === 0 ? undefined : { '*': Object.fromEntries(types) };
}

/** @param {import('./packages.mjs').WorkspacePackage} one */
function checkExports({ folder, manifest, sources }) {
  const entries = Object.entries(manifest.exports ?? {});
  const problems = entries.flatMap(([entry, target]) => {
    if (entry === './package.json') return [];
    const name = entry === '.' ? 'index' : entry.slice(2);
    // Importers know the middleware from the name of the package; the source file needs the name itself.
    const source = name === 'stage' ? `src/${folder.slice(folder.lastIndexOf('/') + 1)}-stage.ts` : `src/${name}.ts`;
    const expected = {
      '@toolwire/source': `./${source}`,
      import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
      require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
    };
    // Compared as text: the first condition that fits wins, so their order is part of what they say.
    if (JSON.stringify(target) !== JSON.stringify(expected)) {
      return [`${folder}/package.json: "exports" of "${entry}" should be ${JSON.stringify(expected)}`];
    }
    return sources.has(source) ? [] : [`${folder}/${source} is exported and missing`];
  });
  const last = entries.at(-1);
  const endsRight = last?.[0] === './package.json' && last[1] === './package.json';
  return endsRight ? problems : [...problems, `${folder}/package.json: "exports" should end with "./package.json"`];
}

/** @param {import('./packages.mjs').WorkspacePackage} one */
function checkRanges({ folder, manifest }) {
  const kinds = /** @type {const} */ (['dependencies', 'peerDependencies', 'devDependencies']);
  return kinds.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).flatMap(([name, range]) => {
      const ours = name === 'toolwire' || name.startsWith('@toolwire/');
      const expected = workspaceRanges[kind];
      if (ours) {
        return range === expected ? [] : [`${folder}/package.json: ${kind} should name ${name} as "${expected}"`];
      }
      const pinned = range.startsWith('catalog:') || kind === 'peerDependencies';
      return pinned ? [] : [`${folder}/package.json: ${kind} should take ${name} from the catalog`];
    }),
  );
}

/** @param {import('./packages.mjs').WorkspacePackage} one */
function checkReadme({ folder, manifest }) {
  const path = `${folder}/README.md`;
  if (!existsSync(join(root, path))) return [`${path} is missing`];
  const text = readText(path);
  const wanted = {
    [`starts with "# ${manifest.name}"`]: text.startsWith(`# ${manifest.name}\n`),
    [`says "npm install ${manifest.name}", alone or among others`]: findInstalls(text).has(manifest.name),
    'shows an example in a ```ts block': text.includes('\n```ts\n'),
    [`links to ${up(folder)}README.md`]: text.includes(`](${up(folder)}README.md)`),
  };
  const unfulfilled = Object.entries(wanted).filter(([, fulfilled]) => !fulfilled);
  return [...unfulfilled.map(([wish]) => `${path}: every README ${wish}`), ...checkInstalls(path)];
}

/**
 * The way from a package's folder to the root, such as `../../`.
 * @param {string} folder
 */
function up(folder) {
  return '../'.repeat(folder.split('/').length);
}

/** @param {string} path */
function checkInstalls(path) {
  return findMissingInstalls(readText(path)).map(
    (name) => `${path}: an example imports '${name}', which no 'npm install' of the page names`,
  );
}

/** @param {import('./packages.mjs').WorkspacePackage} one */
function checkFiles({ folder }) {
  const tests = filesBelow(`${folder}/test`).filter((path) => path.endsWith('.test.ts'));
  return [
    ...(tests.length > 0 ? [] : [`${folder}/test has no test`]),
    ...(layerOf(folder) === 'tooling' || sizeLimits.some(({ path }) => path.startsWith(`${folder}/`))
      ? []
      : [`.size-limit.json sets no limit for ${folder}`]),
    ...(existsSync(join(root, folder, 'tsdown.config.ts'))
      ? [`${folder}/tsdown.config.ts should go: the root's builds whatever "exports" names`]
      : []),
  ];
}
