import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText, root } from '../../scripts/packages.mjs';
import { summaryOf } from './summary.mjs';

/**
 * @typedef {object} Example
 * @property {string} name Its folder.
 * @property {readonly string[]} files The files to copy, by their paths from the root.
 */

const index = 'examples/README.md';
const helpers = new Set(['verify-kit', 'model-kit', 'mcp-fixtures']);

/**
 * Reads the examples from the table of their README.
 * @returns {readonly Example[]}
 */
export function readExamples() {
  const rows = [...readText(index).matchAll(/^\| .+? \| (\[.+?) \| (.+?) \|$/gm)];
  return rows.flatMap(([, links = '', copied = '']) =>
    [...links.matchAll(/\]\(([\w-]+)\/README\.md\)/g)].flatMap(([, name = '']) => {
      const paths = [...copied.matchAll(/`([^`]+\.\w+)`/g)].map(([, path]) => `examples/${name}/${path}`);
      const files = paths.filter((path) => existsSync(join(root, path)));
      return helpers.has(name) ? [] : [{ name, files }];
    }),
  );
}

/**
 * The page of an example: its README and the files to copy.
 * @param {Example} example
 */
export function examplePage({ name, files }) {
  const sections = files.map((path) => {
    const short = path.slice(`examples/${name}/`.length);
    const fence = '````';
    return `## ${short}\n\n${fence}${short.slice(short.lastIndexOf('.') + 1)} ${short}\n${readText(path).trim()}\n${fence}\n`;
  });
  return `${readText(`examples/${name}/README.md`).trim()}\n\n${sections.join('\n')}`;
}

/** The page of all examples: a card for each, and how to run them. */
export function galleryPage() {
  const cards = readExamples().map(({ name }) => {
    const readme = readText(`examples/${name}/README.md`);
    const [, title = name] = /^# (.+)$/m.exec(readme) ?? [];
    return `- **[${title}](${name}/README.md)**\n  ${summaryOf(readme)}`;
  });
  const [, introduction = ''] = /^# .+\n([^]*?)^\|/m.exec(readText(index)) ?? [];
  return [
    '# Examples',
    'Copy the program that is closest to yours. Every example starts with one command and has a test.',
    `<div class="gallery">\n\n${cards.join('\n')}\n\n</div>`,
    '## Run an example',
    introduction.trim(),
  ].join('\n\n');
}
