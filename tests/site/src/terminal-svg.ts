/** What a terminal has shown: each command, and what it printed. */
export interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

const lineHeight = 21;
const letterWidth = 8.43;
const padding = 20;
const bar = 36;

/** A picture of a terminal in which these commands were typed. */
export function terminalSvg(shown: readonly ShownCommand[]): string {
  const lines = shown.flatMap(({ command, output }, index) => [
    ...(index === 0 ? [] : ['']),
    `<tspan fill="#7ee787">$</tspan> <tspan fill="#ffffff" font-weight="bold">${escape(command)}</tspan>`,
    ...output.trimEnd().split('\n').map(escape),
  ]);
  const longest = Math.max(
    ...shown.flatMap(({ command, output }) => [`$ ${command}`, ...output.split('\n')]).map(({ length }) => length),
  );
  const width = Math.ceil(longest * letterWidth) + 2 * padding;
  const height = bar + lines.length * lineHeight + padding;
  const texts = lines.map(
    (line, index) => `  <text x="${padding}" y="${bar + (index + 1) * lineHeight - 6}">${line}</text>`,
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="14" fill="#e6edf3">`,
    `  <rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    ...[0, 1, 2].map((place) => `  <circle cx="${padding + 6 + place * 20}" cy="18" r="6" fill="#30363d"/>`),
    ...texts,
    '</svg>',
  ].join('\n')}\n`;
}

/** Pictures fold spaces, and terminals do not. */
function escape(text: string): string {
  return text.replaceAll(' ', '\u00a0').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
