import { lstat, mkdir, readFile, rename } from 'node:fs/promises';
import { defineTool, ToolError } from 'toolwire';
import { z } from 'zod';
import { editText, withNewlines, writeDiff } from './edit-text.ts';
import { isMissing } from './errors.ts';
import { allowedFolders } from './folders.ts';
import { text } from './read-tools.ts';
import { replaceFile } from './replace-file.ts';
import { resolvePath } from './resolve-path.ts';

const writing = { readOnly: false, idempotent: true, destructive: true, openWorld: false };

export const writeFile = defineTool({
  id: 'Files.Write',
  version: '1.0.0',
  name: 'write_file',
  title: 'Write File',
  description:
    'Create a new file or completely overwrite an existing file with new content. ' +
    'Use with caution as it will overwrite existing files without warning. ' +
    'Handles text content with proper encoding. Only works within allowed directories.',
  input: z.object({ path: z.string(), content: z.string() }),
  output: text,
  annotations: writing,
  run: async ({ path, content }, context) => {
    await replaceFile(await resolvePath(path, await allowedFolders(context)), content);
    return { content: `Successfully wrote to ${path}` };
  },
});

export const editFile = defineTool({
  id: 'Files.Edit',
  version: '1.0.0',
  name: 'edit_file',
  title: 'Edit File',
  description:
    'Make line-based edits to a text file. Each edit replaces exact line sequences ' +
    'with new content. Returns a git-style diff showing the changes made. ' +
    'Only works within allowed directories.',
  input: z.object({
    path: z.string(),
    edits: z.array(
      z.object({
        oldText: z.string().describe('Text to search for - must match exactly'),
        newText: z.string().describe('Text to replace with'),
      }),
    ),
    dryRun: z.boolean().default(false).describe('Preview changes using git-style diff format'),
  }),
  output: text,
  annotations: { ...writing, idempotent: false },
  run: async ({ path, edits, dryRun }, context) => {
    const found = await resolvePath(path, await allowedFolders(context));
    const before = withNewlines(await readFile(found, 'utf8'));
    const after = editText(before, edits);
    if (!dryRun) await replaceFile(found, after);
    return { content: writeDiff(found, before, after) };
  },
});

export const createDirectory = defineTool({
  id: 'Files.CreateDirectory',
  version: '1.0.0',
  name: 'create_directory',
  title: 'Create Directory',
  description:
    'Create a new directory or ensure a directory exists. Can create multiple ' +
    'nested directories in one operation. If the directory already exists, ' +
    'this operation will succeed silently. Perfect for setting up directory ' +
    'structures for projects or ensuring required paths exist. Only works within allowed directories.',
  input: z.object({ path: z.string() }),
  output: text,
  annotations: { ...writing, destructive: false },
  run: async ({ path }, context) => {
    await mkdir(await resolvePath(path, await allowedFolders(context)), { recursive: true });
    return { content: `Successfully created directory ${path}` };
  },
});

export const moveFile = defineTool({
  id: 'Files.Move',
  version: '1.0.0',
  name: 'move_file',
  title: 'Move File',
  description:
    'Move or rename files and directories. Can move files between directories ' +
    'and rename them in a single operation. If the destination exists, the ' +
    'operation will fail. Works across different directories and can be used ' +
    'for simple renaming within the same directory. Both source and destination must be within allowed directories.',
  input: z.object({ source: z.string(), destination: z.string() }),
  output: text,
  annotations: { ...writing, idempotent: false },
  run: async ({ source, destination }, context) => {
    const folders = await allowedFolders(context);
    const from = await resolvePath(source, folders);
    const to = await resolvePath(destination, folders);
    if (await exists(to)) throw new ToolError(`Destination already exists: ${to}`);
    await rename(from, to);
    return { content: `Successfully moved ${source} to ${destination}` };
  },
});

/** Whether something has this path, also a link to nothing. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
