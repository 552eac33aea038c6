/** A file name that follows the language of a code block, such as `ts run server.test.ts`. */
const namePattern = /^\S+(?: run)? (?!\[)(\S+\.\w+|Dockerfile)(?: active)?$/;

/**
 * Shows the name of a file above its code block.
 * @param {{ renderer: { rules: { fence?: (...args: any[]) => string } }, utils: { escapeHtml: (text: string) => string } }} md
 */
export function showFileNames(md) {
  const { fence } = md.renderer.rules;
  if (fence === undefined) return;
  md.renderer.rules.fence = (...args) => {
    const [tokens, index] = args;
    const name = namePattern.exec(tokens[index].info.trim())?.[1];
    const block = fence(...args);
    if (name === undefined) return block;
    return `<div class="code-file"><div class="code-file-name">${md.utils.escapeHtml(name)}</div>${block}</div>`;
  };
}
