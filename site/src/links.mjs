import { posix } from 'node:path';

/** A stretch of code, which is left as it is, the end of a link, or the picture of an HTML tag. */
const codeOrLink =
  /(^ *(`{3,}|~{3,})[^]*?^ *\2 *$|(?<!`)(`+)(?!`)[^]*?(?<!`)\3(?!`))|\]\((?![a-z]+:)([^)\s]+)\)|(?<= )(src|srcset)="(?![a-z]+:)([^"\s]+)"/gm;

/**
 * Replaces each relative link and picture of a page with what `resolve` returns. Links inside code stay.
 * @param {string} markdown
 * @param {(target: string) => string} resolve
 */
export function replaceLinks(markdown, resolve) {
  return markdown.replaceAll(codeOrLink, (whole, code, _fence, _ticks, target, attribute, picture) => {
    if (code !== undefined) return whole;
    return target === undefined ? `${attribute}="${resolve(picture)}"` : `](${resolve(target)})`;
  });
}

/**
 * Where a relative link of a file leads, from the root of the project.
 * @param {string} source The file, such as `docs/tools.md`.
 * @param {string} target Such as `../README.md#packages`.
 * @returns {{ path: string, anchor: string }} The anchor with its sign, or empty.
 */
export function followLink(source, target) {
  const [path = '', anchor] = target.split('#');
  const followed = path === '' ? source : posix.normalize(posix.join(posix.dirname(source), path));
  return { path: followed.replace(/\/$/, ''), anchor: anchor === undefined ? '' : `#${anchor}` };
}
