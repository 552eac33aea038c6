// Reads every file of the project: no path of a machine, no host of a registry, no link to a file that is not there.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles, root } from './packages.mjs';
import { report } from './report.mjs';
import { findMachineWords, findRelativeLinks } from './text-rules.mjs';

const files = listFiles();
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
  if (!path.endsWith('.md')) return words;
  const dead = findRelativeLinks(text).filter(({ target }) => !existsSync(join(root, dirname(path), target)));
  return [...words, ...dead.map(({ line, target }) => `${path}:${line} links to '${target}', which is not there`)];
}
