import { readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import { ToolError } from 'toolwire';
import { isMissing } from './errors.ts';
import { expandHome } from './folders.ts';

/** The real path of a file or folder that may be used. It need not exist. Links that lead elsewhere are refused. */
export async function resolvePath(requested: string, folders: readonly string[]): Promise<string> {
  const expanded = expandHome(requested);
  if (process.platform !== 'win32' && /^[A-Za-z]:(?:[\\/]|$)/.test(expanded)) {
    throw new ToolError(`Access denied - Windows-style path received on a POSIX host: ${requested}`);
  }
  const path = absolutePath(expanded, folders);
  if (!isInside(path, folders)) {
    throw new ToolError(`Access denied - path outside allowed directories: ${path} not in ${folders.join(', ')}`);
  }
  try {
    return await checkedRealPath(path, folders);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    return await findEquivalent(path, folders);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ToolError(`Parent directory does not exist: ${dirname(path)}`);
  }
}

/** A relative path belongs to the first folder that contains it. */
function absolutePath(path: string, folders: readonly string[]): string {
  if (isAbsolute(path)) return resolve(path);
  const candidates = folders.map((folder) => resolve(folder, path));
  return candidates.find((candidate) => isInside(candidate, folders)) ?? candidates[0] ?? resolve(path);
}

function isInside(path: string, folders: readonly string[]): boolean {
  if (path.includes('\0')) return false;
  return folders.some((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

async function checkedRealPath(path: string, folders: readonly string[]): Promise<string> {
  const real = await realpath(path);
  if (isInside(real, folders)) return real;
  throw new ToolError(
    `Access denied - symlink target outside allowed directories: ${real} not in ${folders.join(', ')}`,
  );
}

/** Finds a path whose names are written with other Unicode characters, as macOS and Linux do for accents. */
async function findEquivalent(path: string, folders: readonly string[]): Promise<string> {
  const [folder] = folders.filter((one) => isInside(path, [one])).sort((left, right) => right.length - left.length);
  if (folder === undefined) return path;
  const parts = relative(folder, path).split(sep).filter(Boolean);
  let found = await realpath(folder);
  for (const [index, part] of parts.entries()) {
    const entries = await readdir(found);
    const same = entries.includes(part) ? [part] : entries.filter((entry) => isEquivalent(entry, part));
    if (same.length > 1) throw new ToolError(`Ambiguous Unicode path component: ${part}`);
    const [entry] = same;
    if (entry === undefined) return join(found, ...parts.slice(index));
    found = await checkedRealPath(join(found, entry), folders);
  }
  return found;
}

function isEquivalent(left: string, right: string): boolean {
  return left.normalize('NFC') === right.normalize('NFC');
}
