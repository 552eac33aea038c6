/**
 * @typedef {object} CodeBlock
 * @property {string} code
 * @property {number} line Of the page, where it begins.
 * @property {string | undefined} name The file with this code, which other blocks of the page may import.
 * @property {boolean} isRun Whether it is a program that ends with 0.
 * @property {string | undefined} output What it prints, where the next block of the page says so; `…` replaces what differs.
 */

/**
 * The blocks of TypeScript of a page: `ts`, `ts app.ts` where the block is a file, and `ts run` or `ts run app.test.ts` where it is run.
 * @param {string} markdown
 * @returns {readonly CodeBlock[]}
 */
export function readCodeBlocks(markdown) {
  return [...markdown.matchAll(/^ *```ts( run)?( \S+\.ts)?\n(.*?)^ *```$/gms)].map((match) => {
    const [whole, run, name, code = ''] = match;
    const [, output] =
      /(?<![^])\n\n```text\n([^]*?\n)```(?=\n|$)/.exec(markdown.slice(match.index + whole.length)) ?? [];
    return {
      code,
      line: markdown.slice(0, match.index).split('\n').length,
      name: name?.trim(),
      isRun: run !== undefined,
      output: run === undefined ? undefined : output,
    };
  });
}
