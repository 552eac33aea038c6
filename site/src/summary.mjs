/**
 * The first words of a page, as one line without links.
 * @param {string} markdown
 */
export function summaryOf(markdown) {
  const paragraphs = markdown
    .replaceAll(/^(`{3,})[^]*?^\1$/gm, '')
    .split(/\n{2,}/)
    .map((part) => part.trim());
  const words = paragraphs.find((part) => /^[^#|<!>\-\s]/.test(part)) ?? '';
  const line = words.replaceAll(/\s+/g, ' ').replaceAll(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1');
  return /^.*?[.:](?= [A-Z(`]|$)/.exec(line)?.[0].replace(/:$/, '.') ?? line;
}
