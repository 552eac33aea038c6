import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { failure, messageOf, usageError } from '../cli-error.ts';
import { isMissing, readIfExists, readText } from '../files.ts';

export interface DocumentFiles {
  readonly document: string;
  /** By their paths, relative to the document. */
  readonly files: Readonly<Record<string, string>>;
}

// Limits the files that a document with many references makes the command read.
const maxFiles = 500;

/** Reads a document and the files that it refers to, in its folder and below. Nothing is loaded over the network. */
export async function readDocument(path: string): Promise<DocumentFiles> {
  if (/^https?:/iu.test(path)) throw usageError('Download the OpenAPI document, and pass its path.');
  const document = await readText(path);
  const root = dirname(resolve(path));
  const files = new Map<string, string>();
  const open = referredFiles(document, root, root);
  for (let name = open.pop(); name !== undefined && files.size < maxFiles; name = open.pop()) {
    if (files.has(name)) continue;
    const text = await readReferred(join(root, name));
    // The import lists the operations that need a missing file.
    if (text === undefined) continue;
    files.set(name, text);
    open.push(...referredFiles(text, dirname(join(root, name)), root));
  }
  return { document, files: Object.fromEntries(files) };
}

/** The text of a file that a reference names; `undefined` if it names a folder, or a path that doesn't exist. */
async function readReferred(path: string): Promise<string | undefined> {
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return isFile ? readIfExists(path) : undefined;
}

/** The texts of overlays, whose paths are relative to the folder of the tools. */
export async function readOverlays(folder: string | undefined, paths: readonly string[]): Promise<readonly string[]> {
  const texts = await Promise.all(paths.map((path) => readIfExists(join(folder ?? '.', path))));
  return texts.map((text, index) => {
    if (text === undefined) throw usageError(`The overlay ${join(folder ?? '.', paths[index] ?? '')} can't be read.`);
    return text;
  });
}

// Only a reference in quotes can have a comma or the other quote in its path. All end before the pointer.
const reference = /\$ref["']?\s*:\s*(?:"([^"#\n]*)|'([^'#\n]*)|([^"'#\s,}][^"'#\n,}]*))/gu;

/** Decodes the escapes of a text in double quotes. YAML has more escapes than JSON, and a text with those stays unchanged. */
function decodeQuoted(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** A reference is a URL, so it may be percent-encoded. */
function decodeReference(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The files of all references in a text, relative to the root. A URL is not a file, and neither is a path out of the root. */
function referredFiles(text: string, folder: string, root: string): string[] {
  const references = [...text.matchAll(reference)].map(([, double, single, plain = '']) => {
    const written = double === undefined ? (single ?? plain) : decodeQuoted(double);
    return decodeReference(written.trim());
  });
  return [...new Set(references)]
    .filter((name) => !/^[a-z][a-z\d+.-]+:/iu.test(name))
    .map((name) => relative(root, resolve(folder, name)).split(sep).join('/'))
    .filter((name) => !/^\.\.(?:\/|$)/u.test(name) && name !== '');
}

/** The TypeScript files of a folder, by their names. A folder that can't be read may have files with edits. */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch((thrown: unknown): string[] => {
    if (isMissing(thrown)) return [];
    throw failure(`${folder} can't be read: ${messageOf(thrown)}`);
  });
  const sources = names.filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(sources.map((name) => readIfExists(join(folder, name))));
  return new Map(sources.map((name, index) => [name, texts[index] ?? '']));
}
