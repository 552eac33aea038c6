import { posix } from 'node:path';
import { readImports } from './read-imports.mjs';

/** @typedef {import('./packages.mjs').WorkspacePackage} WorkspacePackage */

/** The rows of one package's table, from the top: the folders of `src` that stand side by side. @typedef {readonly (readonly string[])[]} FolderOrder */

/** How a table names the files of `src` itself. */
const rootFolder = 'src';

/**
 * Reads the tables under the headings "Folders of `@toolwire/name`", by package. The first cell of a row names folders.
 * @param {string} markdown
 * @returns {Map<string, FolderOrder>}
 */
export function readFolderOrders(markdown) {
  return new Map(
    [...markdown.matchAll(/^#+ Folders of `([^`]+)`\n([\s\S]*?)(?=^#|(?![\s\S]))/gm)].map(
      ([, name = '', section = '']) => [
        name,
        [...section.matchAll(/^\|([^|]*`[^|]*)\|/gm)].map(([, cell = '']) =>
          [...cell.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
        ),
      ],
    ),
  );
}

/**
 * Checks that a package has the folders of its table, and that each imports only those of the rows below it.
 * @param {WorkspacePackage} one
 * @param {FolderOrder | undefined} order
 * @returns {import('./layers.mjs').Violation[]}
 */
export function checkFolders(one, order) {
  if (order === undefined) return [];
  const rows = new Map(order.flatMap((folders, row) => folders.map((folder) => [folder, row])));
  const found = new Set([...one.sources.keys()].map(folderOf));
  return [
    ...[...found]
      .filter((folder) => !rows.has(folder))
      .map((folder) => ({
        rule: 'unlisted-folder',
        at: `${one.folder}/src/${folder}`,
        message: `is in no row of "Folders of \`${one.manifest.name}\`"; give it the row that its imports allow`,
      })),
    ...[...rows.keys()]
      .filter((folder) => !found.has(folder))
      .map((folder) => ({
        rule: 'missing-folder',
        at: one.folder,
        message: `"Folders of \`${one.manifest.name}\`" lists '${folder}', where no file is; take it out`,
      })),
    ...[...one.sources].flatMap(([path, text]) => upwardImports(one, path, text, rows)),
  ];
}

/**
 * @param {WorkspacePackage} one
 * @param {string} path
 * @param {string} text
 * @param {ReadonlyMap<string, number>} rows
 * @returns {import('./layers.mjs').Violation[]}
 */
function upwardImports(one, path, text, rows) {
  const folder = folderOf(path);
  const row = rows.get(folder) ?? 0;
  return (
    readImports(path, text)
      .map(({ specifier, line }) => ({ specifier, line, file: posix.join(posix.dirname(path), specifier) }))
      // What leaves the package is the matter of the layers.
      .filter(({ specifier, file }) => specifier.startsWith('.') && file.startsWith('src/'))
      .map(({ specifier, line, file }) => ({ specifier, line, target: folderOf(file) }))
      .filter(({ target }) => target !== folder && (rows.get(target) ?? Infinity) <= row)
      .map(({ target, specifier, line }) => ({
        rule: 'upward-import',
        at: `${one.folder}/${path}:${line}`,
        message: `'${specifier}': '${folder}' may not import '${target}', which is above or beside it; move what they share down`,
      }))
  );
}

/** @param {string} path Such as `src/publish/slim.ts`, which is in `publish`, or `src/index.ts`, which is in `src`. */
function folderOf(path) {
  const [, folder = '', file] = path.split('/');
  return file === undefined ? rootFolder : folder;
}
