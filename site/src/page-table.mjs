import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from '../../scripts/package-folders.mjs';
import { readJson, readText } from '../../scripts/packages.mjs';
import { anchorOf } from '../../scripts/text-rules.mjs';
import { changelogPage } from './changelog.mjs';
import { listErrors, splitErrors } from './error-pages.mjs';
import { examplePage, galleryPage, readExamples } from './gallery.mjs';
import { listProviders, splitProviders } from './identity-pages.mjs';

/**
 * @typedef {object} SitePage
 * @property {string} source The file it is made of, by its path from the root.
 * @property {string} route Its place on the site, such as `learn/tools`; `index` at the end for the page of a folder.
 * @property {string} title What the sidebar calls it.
 * @property {string} group Its heading in the sidebar.
 * @property {string} [part] The heading of the file that the page is made of, where it is not the whole file.
 * @property {string} [markdown] The content of the page, if it is not the content of the file.
 * @property {readonly string[]} [keywords] Searches that should find this page first.
 */

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {string} folder The first part of every route in it.
 * @property {'Docs' | 'Reference' | 'Examples' | 'More'} menu The item of the navigation that it belongs to.
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
  return rows.map(([title, source, name = nameOf(source)]) => {
    const route = `${folder}/${name}`;
    const found = Object.entries(keywords).flatMap(([keyword, target]) => (target === route ? [keyword] : []));
    return { source, route, title, group, ...(found.length > 0 && { keywords: found }) };
  });
}

/** The guide that each of these searches should find first. */
const keywords = {
  retry: 'learn/retries',
  retries: 'learn/retries',
  backoff: 'learn/retries',
  express: 'start/existing-app',
  fastify: 'start/existing-app',
  koa: 'start/existing-app',
  hono: 'start/existing-app',
  nextjs: 'start/existing-app',
  orpc: 'start/existing-routes',
  trpc: 'start/existing-routes',
  oauth: 'learn/authorization',
  jwt: 'learn/authorization',
  scopes: 'learn/authorization',
  timeout: 'recipes/production',
  timeouts: 'recipes/production',
  shutdown: 'recipes/production',
  zod: 'learn/tools',
  schema: 'learn/tools',
  validation: 'learn/tools',
  redis: 'recipes/redis',
  versioning: 'learn/versions',
  deprecation: 'learn/versions',
  error: 'learn/teaching-errors',
  errors: 'learn/teaching-errors',
  handling: 'learn/teaching-errors',
  claude: 'start/agents',
  cursor: 'start/agents',
  deploy: 'deploy/index',
  deployment: 'deploy/index',
  hosting: 'deploy/index',
  idempotency: 'learn/call-ids',
  migrate: 'recipes/mcp-sdk',
};

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
  ['toolwire', 'Main package'],
  ['core', 'Core and server'],
  ['server', 'Core and server'],
  ['inspector', 'Core and server'],
  ['hosts', 'Framework adapters'],
  ['protocols', 'Protocols'],
  ['concerns', 'Building blocks'],
  ['stores', 'Stores'],
  ['tooling', 'Tools for developers'],
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
 * A page for each code of a mistake at startup, and one that lists them.
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

/** A page for each identity provider. */
function identityPages() {
  const source = 'docs/authorization.md';
  return splitProviders(readText(source)).map(({ name, part, markdown }) => {
    return { source, part, route: `identity/${part}`, title: name, group: 'Identity providers', markdown };
  });
}

/** A page for each example, and one that lists them. */
function examplePages() {
  return [
    { ...one('examples/index', 'examples/README.md', 'All examples', 'Examples'), markdown: galleryPage() },
    ...readExamples().map((example) => {
      const source = `examples/${example.name}/README.md`;
      return {
        ...one(`examples/${example.name}`, source, titleOf(source), 'Examples'),
        markdown: examplePage(example),
      };
    }),
  ];
}

/**
 * @param {string} route
 * @param {string} source
 * @param {string} title
 * @param {string} group
 * @returns {SitePage}
 */
function one(route, source, title, group) {
  return { source, route, title, group };
}

/**
 * The page about authorization, whose recipes are pages.
 * @param {SitePage} page
 */
function withoutRecipes(page) {
  return page.source === 'docs/authorization.md' ? { ...page, markdown: listProviders(readText(page.source)) } : page;
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
      menu: 'Docs',
      pages: pagesOf('start', 'Start', [
        ['Create a new project', 'docs/start/new-project.md'],
        ['Add to an existing app', 'docs/start/existing-app.md'],
        ['Serve existing routes', 'docs/start/existing-routes.md'],
        ['Connect Claude and other clients', 'docs/start/agents.md'],
      ]),
    },
    {
      title: 'Frameworks',
      folder: 'frameworks',
      menu: 'Docs',
      pages: pagesBelow('frameworks', 'Frameworks', 'docs/frameworks'),
    },
    {
      title: 'Learn',
      folder: 'learn',
      menu: 'Docs',
      pages: [
        ...pagesOf('learn', 'Write tools', [
          ['Tools', 'docs/tools.md'],
          ['Versions', 'docs/learn/versions.md'],
          ['Error handling', 'docs/learn/teaching-errors.md'],
          ['Retries', 'docs/learn/retries.md'],
          ['Call IDs (idempotency)', 'docs/learn/call-ids.md'],
          ['Authorization', 'docs/authorization.md'],
          ['Durable calls', 'docs/durable.md'],
          ['Protocols', 'docs/wires.md'],
          ['Model SDKs', 'docs/models.md'],
        ]).map(withoutRecipes),
        ...pagesOf('learn', 'Develop', [
          ['Inspector', 'docs/inspector.md'],
          ['Command line', 'docs/cli.md'],
        ]),
        ...pagesOf('learn', 'How it works', [
          ['Glossary', 'docs/glossary.md'],
          ['Request lifecycle', 'docs/lifecycle.md'],
          ['Architecture', 'docs/internals/architecture.md'],
          ['Pipeline internals', 'docs/internals/pipeline.md'],
          ['Internals of durable calls', 'docs/internals/durable.md', 'durable-internals'],
          ['Decisions', 'docs/internals/decisions.md'],
          ['Design of the code', 'docs/internals/design.md'],
          ['Task stores and engines', 'docs/internals/task-stores.md'],
        ]),
      ],
    },
    {
      title: 'Recipes',
      folder: 'recipes',
      menu: 'Docs',
      pages: [
        ...pagesOf('recipes', 'Develop', [
          ['Test tools', 'docs/recipes/testing.md'],
          ['Session state', 'docs/recipes/session-state.md'],
          ['Confirmation', 'docs/recipes/confirm.md'],
          ['Upload files', 'docs/recipes/uploads.md'],
          ['Monorepos', 'docs/recipes/monorepos.md'],
        ]),
        ...pagesOf('recipes', 'Run in production', [
          ['Production checklist', 'docs/production.md'],
          ['Redis and several processes', 'docs/recipes/redis.md'],
          ['nginx and load balancers', 'docs/recipes/nginx.md'],
        ]),
        ...pagesBelow('recipes', 'Migrate', 'docs/migrate'),
      ],
    },
    {
      title: 'Deploy',
      folder: 'deploy',
      menu: 'Docs',
      pages: [
        ...pagesOf('deploy', 'Deploy', [
          ['Choose a platform', 'docs/deploy/README.md', 'index'],
          ['Docker and Kubernetes', 'docs/recipes/containers.md'],
          ['Serverless and edge', 'docs/recipes/edge.md'],
        ]),
        ...pagesBelow('deploy', 'Deploy', 'docs/deploy').filter(({ source }) => !source.endsWith('/README.md')),
      ],
    },
    { title: 'Identity providers', folder: 'identity', menu: 'Docs', pages: identityPages() },
    {
      title: 'Reference',
      folder: 'reference',
      menu: 'Reference',
      pages: [
        ...packagePages(),
        ...pagesOf('reference', 'Tables', [
          ['Public exports', 'docs/internals/exports.md'],
          ['Framework conformance', 'docs/hosts.md', 'host-cases'],
          ['Tested MCP clients', 'docs/clients.md', 'client-table'],
        ]),
      ],
    },
    { title: 'Examples', folder: 'examples', menu: 'Examples', pages: examplePages() },
    {
      title: 'Compare',
      folder: 'compare',
      menu: 'More',
      pages: [
        ...pagesOf('compare', 'Compare', [['Comparison', 'docs/compare.md', 'index']]),
        ...pagesBelow('compare', 'One by one', 'docs/compare'),
        ...pagesOf('compare', 'Performance', [
          ['Benchmarks', 'benchmarks/README.md', 'benchmarks'],
          ['Ports of MCP servers', 'docs/ports.md'],
          ['Scale', 'docs/scale.md'],
        ]),
      ],
    },
    { title: 'Startup errors', folder: 'errors', menu: 'More', pages: errorPages('docs/errors.md') },
    {
      title: 'Project',
      folder: 'project',
      menu: 'More',
      pages: [
        { ...one('project/changelog', '.changeset/README.md', 'Changelog', 'Project'), markdown: changelogPage() },
        ...pagesOf('project', 'Project', [
          ['Versioning', 'VERSIONING.md'],
          ['Roadmap', 'ROADMAP.md'],
          ['Security', 'SECURITY.md'],
          ['Security claims and their tests', 'docs/internals/security-proofs.md'],
          ['Contributing', 'CONTRIBUTING.md'],
          ['Guide for coding assistants', 'AGENTS.md'],
          ['Code of conduct', 'CODE_OF_CONDUCT.md'],
          ['All pages', 'docs/README.md', 'pages'],
        ]),
      ],
    },
  ];
}

/** The page that the site begins with. @type {SitePage} */
export const home = { source: 'README.md', route: 'index', title: 'toolwire', group: '' };
