import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readText, root } from '../packages.mjs';

/**
 * The blocks of code of a page, in their order.
 * @param {string} text
 * @param {string} language
 */
function blocksOf(text, language) {
  return text
    .split(`\n\`\`\`${language}\n`)
    .slice(1)
    .map((rest) => rest.split('\n```')[0] ?? '');
}

// The remaining examples serve only MCP, to one program.
const hosts = ['express', 'fastify', 'fetch', 'koa', 'node'];

describe.each(hosts)('the README of @toolwire/%s', (host) => {
  const text = readText(`packages/hosts/${host}/README.md`);
  const [install = ''] = blocksOf(text, 'sh');
  const [code = ''] = blocksOf(text, 'ts');

  it('begins with one line to install, without the internal packages of toolwire', () => {
    expect(install).toMatch(/^npm install toolwire\b.*$/);
    expect(install).not.toMatch(/@toolwire\/(?:server|otc|mcp|arcade|validate|idempotency)/);
  });

  it('begins with the server in one line, the identity of the caller, and a graceful shutdown', () => {
    expect(code).toMatch(/^const tools = toolwire\(\{ tools: \[\w+\] \}\);$/m);
    expect(code).toMatch(/\bprincipal: .*\/\/ identity from your auth; .*anonymous/);
    expect(code).toContain('closeGracefully(');
  });
});

/** @param {string} example */
function sourcesOf(example) {
  return filesBelow(`examples/${example}/src`).map(readText).join('\n');
}

describe('the examples that mount tools in an app', () => {
  const mounting = readdirSync(join(root, 'examples'))
    .filter((name) => /\b(?:mountTools|createNodeHandler|createFetchHandler)\b/.test(sourcesOf(name)))
    // Next.js has its own server, and stops it.
    .filter((name) => name !== 'next-route-handler');

  it('exist for each framework', () => expect(mounting.length).toBeGreaterThan(hosts.length));

  it.each(mounting)('shut down without losing a call: %s', (name) => {
    expect(sourcesOf(name)).toContain('closeGracefully(');
  });

  it.each(mounting.filter((name) => /\bsignIn\b|\bfindUser\b/.test(sourcesOf(name))))(
    'pass the principal: %s',
    (name) => {
      expect(sourcesOf(name)).toMatch(/\bprincipal: |\{ principal \}/);
    },
  );
});

describe('the production page', () => {
  const text = readText('docs/production.md');

  it.each([
    'Identify callers',
    'Limits',
    'Graceful shutdown',
    'Health checks',
    'Reverse proxies',
    'Logging and error reporting',
    'Multiple processes',
  ])('covers: %s', (part) => expect(text).toContain(`\n## ${part}\n`));
});
