import { posix } from 'node:path';

/** A stretch of code, which is left as it is, or the end of a link. */
const codeOrLink = /(^ *(`{3,}|~{3,})[^]*?^ *\2 *$|(?<!`)(`+)(?!`)[^]*?(?<!`)\3(?!`))|\]\((?![a-z]+:)([^)\s]+)\)/gm;

/**
 * Puts what `resolve` says in the place of every relative link of a page; what stands in code is no link.
 * @param {string} markdown
 * @param {(target: string) => string} resolve
 */
export function replaceLinks(markdown, resolve) {
  return markdown.replaceAll(codeOrLink, (whole, code, _fence, _ticks, target) =>
    code === undefined ? `](${resolve(target)})` : whole,
  );
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
