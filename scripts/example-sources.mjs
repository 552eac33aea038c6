import { dirname, join } from 'node:path';
import ts from 'typescript';
import { readCodeBlocks } from './code-blocks.mjs';
import { listFiles, readText, root } from './packages.mjs';

/**
 * @typedef {object} ExampleSource
 * @property {string} file Where the compiler finds it.
 * @property {string} code
 * @property {string} path The page or the file with the example, from the root of the project.
 * @property {string | undefined} heading The heading above it, if it is in a page.
 */

/** Every package of the workspace, and all that any of them uses, is found from here, as a reader would have installed it. */
const place = join(root, 'node_modules/.pnpm/examples');

/** Programs that show what no page shows, those that are written to be read first: examples, tests, and the packages themselves. */
const programs = [
  /^examples\/[^/]+\/src\/.+\.ts$/,
  /^packages\/.+\/test\/.+\.ts$|^tests\/[^/]+\/(?:src|test)\/.+\.ts$/,
  /^packages\/.+\/src\/.+\.ts$/,
];

/**
 * The code that shows how things are used, in the order in which it is looked at.
 * @returns {readonly (readonly ExampleSource[])[]}
 */
export function readExampleSources() {
  const paths = listFiles();
  return [
    paths.filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md')).flatMap(blocksOf),
    ...programs.map((pattern) =>
      paths
        .filter((path) => pattern.test(path))
        .map((path) => ({ file: join(root, path), code: readText(path), path, heading: undefined })),
    ),
  ];
}

/**
 * @param {string} path
 * @returns {ExampleSource[]}
 */
function blocksOf(path) {
  const text = readText(path);
  return readCodeBlocks(text).map(({ code, line, name }, index) => ({
    // A file is in the folder of the other files of its page, which it may import.
    file: join(place, path.replaceAll(/[/.]/g, '-'), name ?? `block-${index + 1}.ts`),
    code: `${code}\nexport {};\n`,
    path,
    heading: headingAbove(text, line),
  }));
}

/**
 * @param {string} text
 * @param {number} line
 */
function headingAbove(text, line) {
  const above = text
    .split('\n')
    .slice(0, line - 1)
    .join('\n')
    .replaceAll(/^ *```[^]*?^ *```$/gm, '');
  const [, level, heading] = [...above.matchAll(/^(#{1,6}) +(.+)$/gm)].at(-1) ?? [];
  return level === '#' ? undefined : heading;
}

/**
 * A program of the packages and of the code that shows how they are used.
 * @param {readonly string[]} files Of the packages.
 * @param {readonly ExampleSource[]} examples
 * @param {ts.CompilerOptions} options
 */
export function createExampleProgram(files, examples, options) {
  const texts = new Map(examples.map(({ file, code }) => [file, code]));
  const folders = new Set(examples.map(({ file }) => dirname(file)));
  const host = ts.createCompilerHost(options);
  const onDisk = { ...host };
  // Changed in place: what else the host does, it does by these.
  Object.assign(host, {
    fileExists: (/** @type {string} */ path) => texts.has(path) || onDisk.fileExists(path),
    readFile: (/** @type {string} */ path) => texts.get(path) ?? onDisk.readFile(path),
    directoryExists: (/** @type {string} */ path) => folders.has(path) || onDisk.directoryExists?.(path) === true,
  });
  return ts.createProgram([...files, ...texts.keys()], options, host);
}
