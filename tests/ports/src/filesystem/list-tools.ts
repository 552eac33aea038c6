import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool } from 'toolwire';
import { z } from 'zod';
import { allowedFolders } from './folders.ts';
import { formatSize } from './format-size.ts';
import { reading, text } from './read-tools.ts';
import { resolvePath } from './resolve-path.ts';
import { findFiles, readTree } from './walk.ts';

export const listDirectory = defineTool({
  id: 'Files.ListDirectory',
  version: '1.0.0',
  name: 'list_directory',
  title: 'List Directory',
  description:
    'Get a detailed listing of all files and directories in a specified path. ' +
    'Results clearly distinguish between files and directories with [FILE] and [DIR] ' +
    'prefixes. This tool is essential for understanding directory structure and ' +
    'finding specific files within a directory. Only works within allowed directories.',
  input: z.object({ path: z.string() }),
  output: text,
  annotations: reading,
  run: async ({ path }, context) => {
    const found = await resolvePath(path, await allowedFolders(context));
    const entries = await readdir(found, { withFileTypes: true });
    return { content: entries.map((entry) => `${kindOf(entry.isDirectory())} ${entry.name}`).join('\n') };
  },
});

export const listDirectoryWithSizes = defineTool({
  id: 'Files.ListDirectoryWithSizes',
  version: '1.0.0',
  name: 'list_directory_with_sizes',
  title: 'List Directory with Sizes',
  description:
    'Get a detailed listing of all files and directories in a specified path, including sizes. ' +
    'Results clearly distinguish between files and directories with [FILE] and [DIR] ' +
    'prefixes. This tool is useful for understanding directory structure and ' +
    'finding specific files within a directory. Only works within allowed directories.',
  input: z.object({
    path: z.string(),
    sortBy: z.enum(['name', 'size']).default('name').describe('Sort entries by name or size'),
  }),
  output: text,
  annotations: reading,
  run: async ({ path, sortBy }, context) => {
    const entries = await readSizes(await resolvePath(path, await allowedFolders(context)));
    const sorted = entries.toSorted((left, right) =>
      sortBy === 'size' ? right.size - left.size : left.name.localeCompare(right.name),
    );
    const files = entries.filter(({ isFolder }) => !isFolder);
    const lines = sorted.map(
      ({ name, isFolder, size }) =>
        `${kindOf(isFolder)} ${name.padEnd(30)} ${isFolder ? '' : formatSize(size).padStart(10)}`,
    );
    const total = files.reduce((sum, { size }) => sum + size, 0);
    return {
      content: [
        ...lines,
        '',
        `Total: ${files.length} files, ${entries.length - files.length} directories`,
        `Combined size: ${formatSize(total)}`,
      ].join('\n'),
    };
  },
});

export const directoryTree = defineTool({
  id: 'Files.DirectoryTree',
  version: '1.0.0',
  name: 'directory_tree',
  title: 'Directory Tree',
  description:
    'Get a recursive tree view of files and directories as a JSON structure. ' +
    "Each entry includes 'name', 'type' (file/directory), and 'children' for directories. " +
    'Files have no children array, while directories always have a children array (which may be empty). ' +
    'The output is formatted with 2-space indentation for readability. Only works within allowed directories.',
  input: z.object({ path: z.string(), excludePatterns: z.array(z.string()).default([]) }),
  output: text,
  annotations: reading,
  run: async ({ path, excludePatterns }, context) => {
    const folders = await allowedFolders(context);
    return { content: JSON.stringify(await readTree(path, excludePatterns, folders), null, 2) };
  },
});

export const searchFiles = defineTool({
  id: 'Files.Search',
  version: '1.0.0',
  name: 'search_files',
  title: 'Search Files',
  description:
    'Recursively search for files and directories matching a pattern. ' +
    'The patterns should be glob-style patterns that match paths relative to the working directory. ' +
    "Use pattern like '*.ext' to match files in current directory, and '**/*.ext' to match files in all subdirectories. " +
    "Returns full paths to all matching items. Great for finding files when you don't know their exact location. " +
    'Only searches within allowed directories.',
  input: z.object({ path: z.string(), pattern: z.string(), excludePatterns: z.array(z.string()).default([]) }),
  output: text,
  annotations: reading,
  run: async ({ path, pattern, excludePatterns }, context) => {
    const folders = await allowedFolders(context);
    const found = await findFiles(await resolvePath(path, folders), pattern, excludePatterns, folders);
    return { content: found.length > 0 ? found.join('\n') : 'No matches found' };
  },
});

export const getFileInfo = defineTool({
  id: 'Files.Info',
  version: '1.0.0',
  name: 'get_file_info',
  title: 'Get File Info',
  description:
    'Retrieve detailed metadata about a file or directory. Returns comprehensive ' +
    'information including size, creation time, last modified time, permissions, ' +
    'and type. This tool is perfect for understanding file characteristics ' +
    'without reading the actual content. Only works within allowed directories.',
  input: z.object({ path: z.string() }),
  output: text,
  annotations: reading,
  run: async ({ path }, context) => {
    const found = await stat(await resolvePath(path, await allowedFolders(context)));
    const info = {
      size: found.size,
      created: found.birthtime,
      modified: found.mtime,
      accessed: found.atime,
      isDirectory: found.isDirectory(),
      isFile: found.isFile(),
      permissions: found.mode.toString(8).slice(-3),
    };
    const lines = Object.entries(info).map(([name, value]) => `${name}: ${String(value)}`);
    return { content: lines.join('\n') };
  },
});

export const listAllowedDirectories = defineTool({
  id: 'Files.AllowedDirectories',
  version: '1.0.0',
  name: 'list_allowed_directories',
  title: 'List Allowed Directories',
  description:
    'Returns the list of directories that this server is allowed to access. ' +
    'Subdirectories within these allowed directories are also accessible. ' +
    'Use this to understand which directories and their nested paths are available ' +
    'before trying to access files.',
  output: text,
  annotations: reading,
  run: async (_input, context) => ({
    content: `Allowed directories:\n${(await allowedFolders(context)).join('\n')}`,
  }),
});

/** The entries of a folder. A link to nothing has no size. */
async function readSizes(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  return Promise.all(
    entries.map(async (entry) => {
      const size = await stat(join(folder, entry.name)).then(
        (found) => found.size,
        () => 0,
      );
      return { name: entry.name, isFolder: entry.isDirectory(), size };
    }),
  );
}

function kindOf(isFolder: boolean): string {
  return isFolder ? '[DIR]' : '[FILE]';
}
