import { isAbsolute, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export interface LocatedError {
  /** The file and the line, such as `src/add.ts:4`. */
  readonly location: string | undefined;
  readonly message: string;
}

/** Reads a path or a file URL in an error message. Returns `undefined` for other text. */
export function toPath(name: string): string | undefined {
  const [text = ''] = name.trim().split('?');
  if (!text.startsWith('file:')) return isAbsolute(text) ? text : undefined;
  try {
    return fileURLToPath(text);
  } catch {
    // It names another machine, or is not a valid URL.
    return undefined;
  }
}

/** Writes a location relative to the working directory. */
export function formatLocation(file: string, line: string | number | undefined): string {
  const name = relative(process.cwd(), file);
  return line === undefined ? name : `${name}:${line}`;
}
