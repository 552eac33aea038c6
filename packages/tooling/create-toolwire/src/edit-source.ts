/** An import to add. */
interface AddedImport {
  readonly names: string;
  readonly from: string;
}

/** Middleware that signs users in or reads their session. */
const signInPattern = /session|passport|cookie|auth|sign_?in|login|jwt|bearer/i;

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
  return importsEnd === 0
    ? `${addedImports}\n\n${mountedText}`
    : `${mountedText.slice(0, importsEnd)}\n${addedImports}${mountedText.slice(importsEnd)}`;
}

/** Whether a file already imports the same names. */
export function hasImport(text: string, { names, from }: AddedImport): boolean {
  return new RegExp(String.raw`^(?:import|const) ${names} (?:from |= require\()['"]${from}['"]`, 'm').test(text);
}

/** The offset of the last line that adds authentication middleware for every path. */
function lastSignIn(text: string, from: number, app: string): number | undefined {
  const uses = new RegExp(String.raw`^${app}\.(?:use|register|addHook)\((?!\s*['"]\/)\s*(.*)`, 'gm');
  return [...text.slice(from).matchAll(uses)]
    .filter(([, middleware = '']) => signInPattern.test(middleware))
    .map(({ index }) => from + index)
    .at(-1);
}

/** The end of a statement: its semicolon, or the end of a line that is not continued by a bracket or a dot. */
function endOfStatement(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth > 0) continue;
    if (character === ';') return at + 1;
    if (character === '\n' && !/^\s*\./.test(text.slice(at + 1))) return at;
  }
  return text.length;
}

function endOfImports(text: string, isModule: boolean): number {
  const pattern = isModule
    ? /^import\s(?:[\s\S]*?\sfrom\s+)?['"][^'"\n]+['"](?: with \{[^}]*\})?;?/gm
    : /^(?:const|let|var)\s[^=]*=\s*require\([^)\n]*\).*$/gm;
  const last = [...text.matchAll(pattern)].at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
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
