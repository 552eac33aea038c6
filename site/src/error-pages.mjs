import { readErrorsPage } from '../../scripts/startup-errors.mjs';
import { anchorOf } from '../../scripts/text-rules.mjs';

/**
 * @typedef {object} ErrorPage
 * @property {string} code
 * @property {string} group The heading above the code.
 * @property {string} markdown
 */

/**
 * Makes a page for each code, headed by its title.
 * @param {string} page The content of `docs/errors.md`.
 * @returns {readonly ErrorPage[]}
 */
export function splitErrors(page) {
  const sections = readErrorsPage(page);
  return page.split(/^## /m).flatMap((part) => {
    const group = part.slice(0, part.indexOf('\n')).trim();
    return part
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const code = section.slice(0, section.indexOf('\n')).trim();
        const title = sections.get(code)?.title ?? '';
        const content = section.slice(code.length).replace(`**${title}**`, '').trim();
        const back = `[All errors of "${group}"](errors.md#${anchorOf(group)})`;
        return { code, group, markdown: `# ${title} (${code})\n\n${content}\n\n${back}\n` };
      });
  });
}

/**
 * Makes the page of all codes: the introduction, and a list below each heading.
 * @param {string} page
 */
export function listErrors(page) {
  const sections = readErrorsPage(page);
  const [introduction = '', ...parts] = page.split(/^## /m);
  const lists = parts.map((part) => {
    const codes = [...part.matchAll(/^### (\S+)$/gm)].map(([, code = '']) => code);
    const line = (/** @type {string} */ code) =>
      `- ${sections.get(code)?.title ?? ''}: [${code}](errors.md#${anchorOf(code)})`;
    return `## ${part.slice(0, part.indexOf('\n')).trim()}\n\n${codes.map(line).join('\n')}\n`;
  });
  const shown = introduction.replace(
    /Each code below has [^]*$/,
    'Each code has a page with its cause and an example of the fix.\n\n',
  );
  return shown + lists.join('\n');
}
