interface AddedImport {
  readonly names: string;
  readonly from: string;
}

/** Middleware that signs users in or reads their session. */
const signInPattern = /session|passport|cookie|auth|sign_?in|login|jwt|bearer/i;

/** Edits a text with the line endings of Unix, and restores those of Windows if it had them. */
export function withLineEndings(text: string, edit: (text: string) => string): string {
  return text.includes('\r\n') ? edit(text.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n') : edit(text);
}

/** Adds imports and lines in the style of the file, after the statement that a pattern finds and after authentication middleware. */
export function editSource(
  text: string,
  isModule: boolean,
  creation: RegExp,
  imports: readonly AddedImport[],
  linesFor: (app: string) => readonly string[],
): string {
  const match = creation.exec(text);
  if (match === null) throw new RangeError('The pattern of the statement is not in the text.');
  const app = match[1] ?? 'app';
  const end = endOfStatement(text, lastSignIn(text, match.index, app) ?? match.index);
  const importLines = imports.map(({ names, from }) =>
    isModule ? `import ${names} from '${from}';` : `const ${names} = require('${from}');`,
  );
  const style = styleOf(text);
  const lines = linesFor(app).map(style);
  const mountedText = `${text.slice(0, end)}\n\n${lines.join('\n')}${text.slice(end)}`;
  // A later require() must stay below the added lines.
  const importsEnd = endOfImports(text.slice(0, match.index), isModule);
  const addedImports = importLines.map(style).join('\n');
  if (importsEnd > 0) return `${mountedText.slice(0, importsEnd)}\n${addedImports}${mountedText.slice(importsEnd)}`;
  // A `#!` line must stay the first line.
  const [hashbang = ''] = /^#!.*\n/.exec(text) ?? [];
  return `${hashbang}${addedImports}\n\n${mountedText.slice(hashbang.length)}`;
}

/** Whether a file already imports the same names. */
export function hasImport(text: string, { names, from }: AddedImport): boolean {
  const starts = [`import ${names} from '${from}'`, `const ${names} = require('${from}'`];
  const lines = text.replaceAll('"', "'").split('\n');
  return lines.some((line) => starts.some((start) => line.startsWith(start)));
}

/** The offset of the last line that adds authentication middleware for every path. */
function lastSignIn(text: string, from: number, app: string): number | undefined {
  const uses = new RegExp(String.raw`^(?:await )?${app}\.(?:use|register|addHook)\((?!\s*['"]\/)\s*(.*)`, 'gm');
  return [...text.slice(from).matchAll(uses)]
    .filter(([, middleware = '']) => signInPattern.test(middleware))
    .map(({ index }) => from + index)
    .at(-1);
}

const comment = /\/\/[^\n]*|\/\*[^]*?\*\//;
const regularExpression = /(?<=[(,=:[!&|?]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//;
const stringLiteral = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`/;

/** A token is one of these or one other character. Only single characters count as brackets and semicolons. */
const tokens = new RegExp(
  [comment, regularExpression, stringLiteral, /[^]/].map(({ source }) => source).join('|'),
  'g',
);

/** The end of a statement with the comment on its line. It ends with a semicolon, or with a line that is not continued by a bracket, a comma or a dot. */
function endOfStatement(text: string, start: number): number {
  const rest = text.slice(start);
  let depth = 0;
  let isAfterComma = false;
  // The end of the line, until the next token shows whether the statement continues.
  let lineEnd: number | undefined;
  for (const { 0: token, index } of rest.matchAll(tokens)) {
    if (/^\/[/*]/.test(token)) continue;
    if (/\S/.test(token)) {
      if (lineEnd !== undefined && token !== '.') break;
      lineEnd = undefined;
      isAfterComma = token === ',';
    }
    if (token.length > 1) continue;
    if ('([{'.includes(token)) depth += 1;
    if (')]}'.includes(token)) depth -= 1;
    if (depth > 0) continue;
    if (token === ';') return start + index + 1 + lineComment(rest.slice(index + 1)).length;
    if (token === '\n' && !isAfterComma) lineEnd ??= index;
  }
  return start + (lineEnd ?? rest.length);
}

/** The comment at the start of a text, if nothing follows on its line. */
function lineComment(text: string): string {
  return /^[\t ]*(?:\/\/.*|\/\*.*?\*\/[\t ]*(?=\n|$))/.exec(text)?.[0] ?? '';
}

/** The end of the last import with the comment on its line. */
function endOfImports(text: string, isModule: boolean): number {
  const pattern = isModule
    ? /^import\s(?:[^'"]*?\sfrom\s+)?['"][^'"\n]+['"]/gm
    : /^(?:const|let|var)\s[^=]*=\s*(?=require\()/gm;
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined) return 0;
  return endOfStatement(text, last.index + last[0].length);
}

/** Formats lines with the quotes and semicolons of the file. */
function styleOf(text: string): (line: string) => string {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const hasDoubleQuotes = count(/"/g) > count(/'/g);
  const hasSemicolons = count(/;$/gm) > 0;
  return (line) => {
    if (line.startsWith('//')) return line;
    const quoted = hasDoubleQuotes ? line.replaceAll("'", '"') : line;
    return hasSemicolons ? quoted : quoted.replace(/;$/, '');
  };
}
