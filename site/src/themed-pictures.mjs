import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/package-folders.mjs';

/**
 * Shows each picture that has a dark version in both versions, of which the theme of the page hides one. The switch of the site
 * decides, which a media query doesn't know.
 * @param {string} markdown With pictures by their place on the site.
 * @param {Map<string, string>} pictures Where each picture comes from. Dark versions are added.
 */
export function withThemes(markdown, pictures) {
  return markdown
    .replaceAll(/<picture>.*?<img([^>]*) src="([^"]+)"[^>]*><\/picture>/g, (whole, attributes, place) => {
      const alt = /alt="([^"]*)"/.exec(attributes)?.[1] ?? '';
      return bothThemes(place, alt, pictures) ?? whole;
    })
    .replaceAll(/^!\[([^\]]*)\]\((\/pictures\/[^)]+)\)$/gm, (whole, alt, place) => {
      return bothThemes(place, alt.replaceAll('"', '&quot;'), pictures) ?? whole;
    });
}

/**
 * @param {string} place
 * @param {string} alt
 * @param {Map<string, string>} pictures
 */
function bothThemes(place, alt, pictures) {
  const dark = darkVersion(place, pictures);
  if (dark === undefined) return undefined;
  const size = sizeOf(pictures.get(place.slice(1)) ?? '');
  const image = (/** @type {string} */ theme, /** @type {string} */ src) =>
    `<img class="${theme}-only" loading="lazy"${size} alt="${alt}" src="${src}">`;
  return `<p class="themed">${image('light', place)}${image('dark', dark)}</p>`;
}

/**
 * The size of a picture as attributes, so that text does not move when it loads.
 * @param {string} path
 */
function sizeOf(path) {
  const bytes = readFileSync(join(root, path));
  const [, width, height] = path.endsWith('.png')
    ? ['', bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : (/ width="(\d+)" height="(\d+)"/.exec(bytes.toString()) ?? []);
  return width === undefined ? '' : ` width="${width}" height="${height}"`;
}

/**
 * @param {string} place Such as `/pictures/docs-pictures-retries.svg`.
 * @param {Map<string, string>} pictures
 * @returns {string | undefined} The place of the dark version.
 */
export function darkVersion(place, pictures) {
  const path = pictures.get(place.slice(1));
  const toDark = (/** @type {string} */ name) => name.replace(/(?:-light)?(\.\w+)$/, '-dark$1');
  if (path === undefined || !existsSync(join(root, toDark(path)))) return undefined;
  pictures.set(toDark(place).slice(1), toDark(path));
  return toDark(place);
}
