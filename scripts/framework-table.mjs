import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from './packages.mjs';

const suite = 'the shared suite';
const built = 'the shared suite, as a production build';

/**
 * The frameworks that were tried: name, page in docs/frameworks, how it was tried, and the folder of its package.
 * @type {readonly (readonly [name: string, page: string | undefined, how: string, folder?: string])[]}
 */
const frameworks = [
  ['node:http', 'node-http', suite],
  ['node:http2 with TLS', 'node-http2', suite],
  ['Express 5', 'express', suite, 'tests/hosts/node_modules/express'],
  ['Express 4', 'express', suite, 'tests/hosts/node_modules/express4'],
  ['Feathers 5', 'express', suite, 'tests/hosts/node_modules/@feathersjs/express'],
  ['Fastify 5', 'fastify', suite, 'tests/hosts/node_modules/fastify'],
  ['Fastify 4', 'fastify', suite, 'tests/hosts/node_modules/fastify4'],
  ['Koa 3', 'koa', suite, 'tests/hosts/node_modules/koa'],
  ['Koa 2', 'koa', suite, 'tests/hosts/node_modules/koa2'],
  ['Hono', 'hono', suite, 'tests/hosts/node_modules/hono'],
  ['h3 2', 'h3', suite, 'tests/hosts/node_modules/h3'],
  ['h3 1', 'h3', suite, 'tests/hosts/node_modules/h3v1'],
  ['Elysia on Node', 'elysia', suite, 'tests/hosts/node_modules/elysia'],
  ['hapi', 'hapi', suite, 'tests/hosts/node_modules/@hapi/hapi'],
  ['AdonisJS 6', 'adonisjs', suite, 'tests/hosts/node_modules/@adonisjs/core'],
  ['NestJS', undefined, suite, 'tests/hosts/node_modules/@nestjs/core'],
  ['restify', 'restify', 'a separate test, below Node 24', 'packages/hosts/node/node_modules/restify'],
  ['Next.js 16 (App Router)', 'nextjs', built, 'next'],
  ['SvelteKit 2', 'sveltekit', built, '@sveltejs/kit'],
  ['Astro 5', 'astro', built, 'astro'],
  ['React Router 7', 'react-router', built, 'react-router'],
  ['Nitro 3', 'h3', built, 'nitro'],
];

/**
 * The table of what was tried at which version, for docs/hosts.md.
 * @returns {string}
 */
export function frameworkTable() {
  const rows = frameworks.map(([name, page, how, folder]) => {
    const version = versionOf(name, how, folder);
    return `| ${name} | ${version} | ${how} | [page](${pathOf(page)}) |`;
  });
  return ['| framework | version | tried with | page |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * @param {string} name
 * @param {string} how
 * @param {string | undefined} folder The folder of the package, or its name if an app is built with it.
 */
function versionOf(name, how, folder) {
  if (folder === undefined) return name.startsWith('node:') ? 'Node 20, 22, 24' : '–';
  if (how === built) return readJson('tests/hosts/built/package.json').dependencies[folder];
  return readJson(`${folder}/package.json`).version;
}

/** @param {string | undefined} page */
function pathOf(page) {
  return page === undefined ? '../packages/hosts/nest/README.md' : `frameworks/${page}.md`;
}

/** The pages of docs/frameworks that the table does not have. */
export function pagesWithoutRow() {
  const named = new Set(frameworks.map(([, page]) => `${page}.md`));
  return readdirSync(join(root, 'docs/frameworks')).filter((file) => !named.has(file));
}
