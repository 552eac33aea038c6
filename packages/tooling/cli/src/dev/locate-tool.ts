import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUnreadable } from '@toolwire/internal';

interface SourceLine {
  readonly file: string;
  readonly line: number;
}

const sourceFile = /\.[cm]?[jt]sx?$/;
const skippedFolder = /^(?:node_modules|dist|build|out|coverage|\..*)$/;
const maxFiles = 2000;
/** A definition is not parsed, so only the lines of its first properties are searched. Below them, a schema or the handler may use the same names. */
const maxLines = 13;
/** The ID of any tool. Other IDs, such as of a token, have no dot between two names. */
const anyToolId = /\bid:\s*(['"`])\w+\.\w+\1/;

/** Finds the line that defines a property of a tool, or else its ID. The last definition counts, because an earlier one is valid. */
export function locateTool(root: string, toolId: string, property: string): SourceLine | undefined {
  const definesId = new RegExp(`\\bid:\\s*(['"\`])${toolId.replaceAll('.', '\\.')}\\1`);
  let definition: SourceLine | undefined;
  for (const file of sourceFiles(root)) {
    const lines = readOr('', () => readFileSync(file, 'utf8')).split('\n');
    const idLine = lines.findLastIndex((line) => definesId.test(line));
    if (idLine >= 0) definition = { file, line: lineOfProperty(lines, idLine, property) + 1 };
  }
  return definition;
}

/** What a function reads, or a fallback if it may not be read. */
function readOr<Content>(fallback: Content, read: () => Content): Content {
  try {
    return read();
  } catch (thrown) {
    if (isUnreadable(thrown)) return fallback;
    throw thrown;
  }
}

function lineOfProperty(lines: readonly string[], idLine: number, property: string): number {
  const pattern = new RegExp(`\\b${property}\\w*:`);
  const nearLines = lines.slice(idLine, idLine + maxLines);
  const nextTool = nearLines.findIndex((line, index) => index > 0 && anyToolId.test(line));
  const ownLines = nextTool < 0 ? nearLines : nearLines.slice(0, nextTool);
  const offset = ownLines.findIndex((line) => pattern.test(line));
  return idLine + Math.max(0, offset);
}

function sourceFiles(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && files.length < maxFiles; folder = folders.pop()) {
    const current = folder;
    for (const entry of readOr([], () => readdirSync(current, { withFileTypes: true }))) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && !skippedFolder.test(entry.name)) folders.push(path);
      if (entry.isFile() && sourceFile.test(entry.name)) files.push(path);
    }
  }
  return files.sort();
}
