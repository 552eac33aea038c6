import { readErrorsPage } from '../../scripts/start-up-errors.mjs';
import { anchorOf } from '../../scripts/text-rules.mjs';

/**
 * @typedef {object} ErrorPage
 * @property {string} code
 * @property {string} group The heading that the code stands below.
 * @property {string} markdown
 */

/**
 * A page for each code, headed by the text that whoever looks for it has read.
 * @param {string} page What `docs/errors.md` says.
 * @returns {readonly ErrorPage[]}
 */
export function splitErrors(page) {
  const texts = readErrorsPage(page);
  return page.split(/^## /m).flatMap((part) => {
    const group = part.slice(0, part.indexOf('\n')).trim();
    return part
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const code = section.slice(0, section.indexOf('\n')).trim();
        const [first] = texts.get(code) ?? [];
        const heading = first === undefined ? code : inCode(`${first} (${code})`);
        const back = `[All errors of "${group}"](errors.md#${anchorOf(group)})`;
        return { code, group, markdown: `# ${heading}\n\n${section.slice(code.length).trim()}\n\n${back}\n` };
      });
  });
}

/**
 * The page of all codes: the words before them, and a list below each heading.
 * @param {string} page
 */
export function listErrors(page) {
  const texts = readErrorsPage(page);
  const [introduction = '', ...parts] = page.split(/^## /m);
  const lists = parts.map((part) => {
    const codes = [...part.matchAll(/^### (\S+)$/gm)].map(([, code = '']) => code);
    const line = (/** @type {string} */ code) => {
      const [first] = texts.get(code) ?? [];
      return `- [${code}](errors.md#${anchorOf(code)})${first === undefined ? '' : `: ${inCode(first)}`}`;
    };
    return `## ${part.slice(0, part.indexOf('\n')).trim()}\n\n${codes.map(line).join('\n')}\n`;
  });
  return (
    introduction.replace('Below stands what each code means', 'Each code has a page that says what it means') +
    lists.join('\n')
  );
}

/** @param {string} text */
function inCode(text) {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.startsWith('`') ? ' ' : ''}${text}${text.endsWith('`') ? ' ' : ''}${fence}`;
}
