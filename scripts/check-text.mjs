// Reads every file of the project: no path of a machine, no host of a registry, no link or citation of what is not there.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { definedIds, findUnknownCitations } from './citations.mjs';
import { listFiles, readText, root } from './packages.mjs';
import { report } from './report.mjs';
import { findAnchors, findMachineWords, findRelativeLinks } from './text-rules.mjs';

const files = listFiles();
const definers = files.filter((path) =>
  /^docs\/(?:decisions\.md|internals\/)|\/conformance\/src\/requirements\//.test(path),
);
const defined = definedIds(definers.map(readText));
const here = { folders: [root, homedir()], registry: process.env['npm_config_registry'] };

report(files.flatMap(checkFile), `${files.length} files`);

/**
 * @param {string} path
 * @returns {string[]}
 */
function checkFile(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const words = findMachineWords(text, here).map(
    ({ line, word }) => `${path}:${line} names '${word}', of one machine only`,
  );
  const citations = citesOurs(path)
    ? findUnknownCitations(text, defined).map(({ line, message }) => `${path}:${line} ${message}`)
    : [];
  return [...words, ...citations, ...(path.endsWith('.md') ? deadLinks(path, text) : [])];
}

/**
 * Changelogs tell of what was, and the tests of this rule show it broken.
 * @param {string} path
 */
function citesOurs(path) {
  return /\.(?:ts|mjs|md)$/.test(path) && !/CHANGELOG|^scripts\/(?:test\/)?citations/.test(path);
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
function deadLinks(path, text) {
  return findRelativeLinks(text).flatMap(({ line, target, anchor }) => {
    const file = target === '' ? path : join(dirname(path), target);
    if (!existsSync(join(root, file))) return [`${path}:${line} links to '${target}', which is not there`];
    if (anchor === undefined || !file.endsWith('.md') || findAnchors(readText(file)).has(anchor)) return [];
    return [`${path}:${line} links to '${target}#${anchor}', and there is no such heading`];
  });
}
