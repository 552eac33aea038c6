import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, readPackages, readText, root } from '../packages.mjs';
import { drawPictures } from '../pictures.mjs';

const pictures = [...drawPictures()];
const pages = listFiles().filter((path) => path.endsWith('.md'));
const shown = pages.map(readText).join('\n');

describe.each(pictures)('%s', (path, svg) => {
  it('matches the output of `node scripts/write-pictures.mjs`', () => {
    expect(existsSync(join(root, path)) && readText(path)).toBe(svg);
  });

  it('has a description, and its text is at least 12 px high on a phone of 390 px', () => {
    expect(svg).toMatch(/<title id="t">.+<\/title>\s+<desc id="d">.+<\/desc>/);
    const width = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
    const sizes = [...svg.matchAll(/font-size="(\d+)"/g)].map(([, size]) => (Number(size) * 390) / width);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  });

  it('is shown on a page', () => {
    expect(shown).toContain(path.slice(path.indexOf('pictures/')));
  });
});

it('shows every package in the picture of the layers', () => {
  const [, layers = ''] = pictures.find(([path]) => path === 'docs/pictures/layers.svg') ?? [];
  const names = readPackages().map(({ folder }) => folder.slice(folder.lastIndexOf('/') + 1));
  expect(names.filter((name) => !new RegExp(`[>\\s]${name}[,<]`).test(layers))).toEqual([]);
});
