import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { readText, root } from './packages.mjs';

/** Where checks store what they can use again. Git ignores it. */
export const cacheFolder = 'node_modules/.cache/toolwire-checks';

/**
 * A hash of everything that decides whether a check passes.
 * @param {readonly string[]} paths Files whose paths and contents count.
 * @param {...unknown} others Settings that count, too.
 */
export function contentKey(paths, ...others) {
  const hash = createHash('sha256').update(JSON.stringify([process.version, ...others]));
  for (const path of paths) hash.update(`\0${path}\0`).update(readText(path));
  return hash.digest('hex');
}

/**
 * Remembers what has passed with which content, so that it need not be checked again. With `CI` set nothing is remembered.
 * @param {string} file Where to store it, in `cacheFolder`.
 */
export function openPassedCache(file) {
  const path = join(root, cacheFolder, file);
  const passed = process.env['CI'] ? {} : read(path);
  return {
    has: (/** @type {string} */ name, /** @type {string} */ key) => passed[name] === key,
    add: (/** @type {string} */ name, /** @type {string} */ key) => {
      passed[name] = key;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(passed));
    },
  };
}

/**
 * @param {string} path
 * @returns {Record<string, string>}
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Missing or unreadable: everything is checked, and it is written anew.
    return {};
  }
}
