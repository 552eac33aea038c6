import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from '../../scripts/package-folders.mjs';
import { readJson, readText } from '../../scripts/packages.mjs';
import { anchorOf } from '../../scripts/text-rules.mjs';
import { listErrors, splitErrors } from './error-pages.mjs';

/**
 * @typedef {object} SitePage
 * @property {string} source The file it is made of, by its path from the root.
 * @property {string} route Where it stands on the site, such as `learn/tools`; `index` at the end for the page of a folder.
 * @property {string} title What the sidebar calls it.
 * @property {string} group The heading that it stands below in the sidebar.
 * @property {string} [part] The heading of the file that the page is made of, where it is not the whole file.
 * @property {string} [markdown] What the page says, where that is not what the file says.
 */

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {string} folder The first part of every route in it.
 * @property {readonly SitePage[]} pages
 */

/**
 * Pages in the order in which they are read: a title and a file each, the name of the file being its route.
 * @param {string} folder
 * @param {string} group
 * @param {readonly (readonly [title: string, source: string, name?: string])[]} rows
 * @returns {SitePage[]}
 */
function pagesOf(folder, group, rows) {
  return rows.map(([title, source, name = nameOf(source)]) => ({ source, route: `${folder}/${name}`, title, group }));
}

/**
 * Every page of a folder, such as the guides for those who come from elsewhere; none where there is no such folder yet.
 * @param {string} folder
 * @param {string} group
 * @param {string} source
 */
function pagesBelow(folder, group, source) {
  const names = existsSync(join(root, source)) ? readdirSync(join(root, source)) : [];
  const sources = names.filter((name) => name.endsWith('.md')).map((name) => `${source}/${name}`);
  return pagesOf(
    folder,
    group,
    sources.sort().map((path) => [titleOf(path), path]),
  );
}

/** @param {string} source Such as `docs/tools.md`. */
function nameOf(source) {
  return source
    .slice(source.lastIndexOf('/') + 1)
    .replace(/\.md$/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/** @param {string} source */
function titleOf(source) {
  return /^# (.+)$/m.exec(readText(source))?.[1]?.replaceAll('`', '') ?? nameOf(source);
}

/** What the sidebar calls the layers, in the order in which users meet them. */
const layers = [
  ['toolwire', 'The nine lines'],
  ['core', 'Core and server'],
  ['server', 'Core and server'],
  ['inspector', 'Core and server'],
  ['hosts', 'Hosts'],
  ['protocols', 'Protocols'],
  ['concerns', 'Concerns'],
  ['stores', 'Stores'],
  ['tooling', 'Tooling'],
];

/** A page for each package that is published. */
function packagePages() {
  const folders = packageFolders().filter((folder) => readJson(`${folder}/package.json`).private !== true);
  return layers.flatMap(([layer, group = '']) =>
    folders
      .filter((folder) => folder.split('/')[1] === layer)
      .flatMap((folder) => {
        const { name } = readJson(`${folder}/package.json`);
        return pagesOf('reference', group, [[name, `${folder}/README.md`, folder.slice(folder.lastIndexOf('/') + 1)]]);
      }),
  );
}

/**
 * A page for each code of a mistake at start-up, and one that lists them.
 * @param {string} source
 * @returns {SitePage[]}
 */
function errorPages(source) {
  const text = readText(source);
  return [
    { source, route: 'errors/index', title: 'Startup errors', group: 'Errors', markdown: listErrors(text) },
    ...splitErrors(text).map(({ code, group, markdown }) => {
      return { source, part: anchorOf(code), route: `errors/${code}`, title: code, group, markdown };
    }),
  ];
}

/**
 * The one table of the site: the navigation, the sidebars and where a link leads are all read from it.
 * @returns {readonly Section[]}
 */
export function readSections() {
  return [
    {
      title: 'Start',
      folder: 'start',
      pages: pagesOf('start', 'Start', [
        ['Create a new project', 'docs/start/new-project.md'],
        ['Add to an existing app', 'docs/start/existing-app.md'],
        ['Connect Claude Code and others', 'docs/start/agents.md'],
      ]),
    },
    {
      title: 'Learn',
      folder: 'learn',
      pages: [
        ...pagesOf('learn', 'Concepts', [
          ['Write a tool', 'docs/tools.md'],
          ['Tool versions', 'docs/learn/versions.md'],
          ['Error messages for models', 'docs/learn/teaching-errors.md'],
          ['Retries', 'docs/learn/retries.md'],
          ['Call IDs', 'docs/learn/call-ids.md'],
          ['Authorization', 'docs/authorization.md'],
          ['Durable calls', 'docs/durable.md'],
          ['Protocols', 'docs/wires.md'],
          ['Models', 'docs/models.md'],
        ]),
        ...pagesOf('learn', 'Beside your server', [
          ['The inspector', 'docs/inspector.md'],
          ['The command line', 'docs/cli.md'],
        ]),
        ...pagesOf('learn', 'How it works', [
          ['Request lifecycle', 'docs/lifecycle.md'],
          ['Architecture', 'docs/architecture.md'],
          ['Pipeline internals', 'docs/internals/pipeline.md'],
          ['Internals of durable calls', 'docs/internals/durable.md', 'durable-internals'],
          ['Decisions', 'docs/decisions.md'],
          ['Design of the code', 'docs/internals/design.md'],
          ['Task stores and engines', 'docs/internals/task-stores.md'],
        ]),
      ],
    },
    {
      title: 'Recipes',
      folder: 'recipes',
      pages: [
        ...pagesOf('recipes', 'In production', [
          ['Going to production', 'docs/production.md'],
          ['nginx and load balancers', 'docs/recipes/nginx.md'],
          ['Docker and Kubernetes', 'docs/recipes/containers.md'],
          ['Serverless and edge', 'docs/recipes/edge.md'],
        ]),
        ...pagesOf('recipes', 'While you write', [
          ['Test tools', 'docs/recipes/testing.md'],
          ['Monorepos', 'docs/recipes/monorepos.md'],
        ]),
        ...pagesBelow('recipes', 'Coming from elsewhere', 'docs/migrate'),
        ...pagesOf('recipes', 'Examples', [['All examples', 'examples/README.md', 'examples']]),
      ],
    },
    {
      title: 'Reference',
      folder: 'reference',
      pages: [
        ...packagePages(),
        ...pagesOf('reference', 'Tables', [
          ['Public exports', 'docs/exports.md'],
          ['Adapters, case by case', 'docs/hosts.md', 'host-cases'],
          ['Tested MCP clients', 'docs/clients.md', 'client-table'],
        ]),
      ],
    },
    {
      title: 'Errors',
      folder: 'errors',
      pages: errorPages('docs/errors.md'),
    },
    {
      title: 'Compare',
      folder: 'compare',
      pages: pagesOf('compare', 'Compare', [
        ['How it compares', 'docs/compare.md', 'index'],
        ['Benchmarks', 'benchmarks/README.md', 'benchmarks'],
        ['Scale', 'docs/scale.md'],
      ]),
    },
    {
      title: 'Project',
      folder: 'project',
      pages: pagesOf('project', 'Project', [
        ['All pages', 'docs/README.md', 'pages'],
        ['Versions', 'VERSIONING.md'],
        ['Roadmap', 'ROADMAP.md'],
        ['Security', 'SECURITY.md'],
        ['Security claims and their tests', 'docs/security-proofs.md'],
        ['Contributing', 'CONTRIBUTING.md'],
        ['Guide for coding assistants', 'AGENTS.md'],
        ['Code of conduct', 'CODE_OF_CONDUCT.md'],
      ]),
    },
  ];
}

/** The page that the site begins with. @type {SitePage} */
export const home = { source: 'README.md', route: 'index', title: 'toolwire', group: '' };
