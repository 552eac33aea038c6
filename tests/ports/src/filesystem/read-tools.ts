import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineTool, ToolError, withContent } from 'toolwire';
import { z } from 'zod';
import { allowedFolders } from './folders.ts';
import { readHead, readTail } from './read-part.ts';
import { resolvePath } from './resolve-path.ts';

export const text = z.object({ content: z.string() });
export const reading = { readOnly: true, openWorld: false };

const part = z.object({
  path: z.string(),
  tail: z.number().optional().describe('If provided, returns only the last N lines of the file'),
  head: z.number().optional().describe('If provided, returns only the first N lines of the file'),
});

async function readPart({ path, head, tail }: z.infer<typeof part>, folders: readonly string[]) {
  const found = await resolvePath(path, folders);
  if (head && tail) throw new ToolError('Cannot specify both head and tail parameters simultaneously');
  if (tail) return { content: await readTail(found, tail) };
  return { content: head ? await readHead(found, head) : await readFile(found, 'utf8') };
}

export const readFileTool = defineTool({
  id: 'Files.Read',
  version: '1.0.0',
  name: 'read_file',
  title: 'Read File (Deprecated)',
  description: 'Read the complete contents of a file as text. DEPRECATED: Use read_text_file instead.',
  input: part,
  output: text,
  annotations: reading,
  run: async (input, context) => readPart(input, await allowedFolders(context)),
});

export const readTextFile = defineTool({
  id: 'Files.ReadText',
  version: '1.0.0',
  name: 'read_text_file',
  title: 'Read Text File',
  description:
    'Read the complete contents of a file from the file system as text. ' +
    'Handles various text encodings and provides detailed error messages ' +
    'if the file cannot be read. Use this tool when you need to examine ' +
    "the contents of a single file. Use the 'head' parameter to read only " +
    "the first N lines of a file, or the 'tail' parameter to read only " +
    'the last N lines of a file. Operates on the file as text regardless of extension. ' +
    'Only works within allowed directories.',
  input: part,
  output: text,
  annotations: reading,
  run: async (input, context) => readPart(input, await allowedFolders(context)),
});

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
};

const media = z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() });
const file = z.object({
  type: z.literal('resource'),
  resource: z.object({ uri: z.string(), mimeType: z.string().optional(), blob: z.string() }),
});

export const readMediaFile = defineTool({
  id: 'Files.ReadMedia',
  version: '1.0.0',
  name: 'read_media_file',
  title: 'Read Media File',
  description:
    'Read a file and return it as a base64-encoded content block with its MIME type. ' +
    'Image and audio files are returned as image/audio content; any other file type is ' +
    'returned as an embedded resource. Only works within allowed directories.',
  input: z.object({ path: z.string() }),
  output: z.object({ content: z.array(z.union([media, file])) }),
  annotations: reading,
  run: async ({ path }, context) => {
    const found = await resolvePath(path, await allowedFolders(context));
    const mimeType = mediaTypes[extname(found).toLowerCase()] ?? 'application/octet-stream';
    const data = await readFile(found, 'base64');
    const block = blockOf(data, mimeType, pathToFileURL(found).href);
    return withContent({ content: [block] }, path, block);
  },
});

function blockOf(data: string, mimeType: string, uri: string) {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType } as const;
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType } as const;
  return { type: 'resource', resource: { uri, mimeType, blob: data } } as const;
}

export const readMultipleFiles = defineTool({
  id: 'Files.ReadMultiple',
  version: '1.0.0',
  name: 'read_multiple_files',
  title: 'Read Multiple Files',
  description:
    'Read the contents of multiple files simultaneously. This is more ' +
    'efficient than reading files one by one when you need to analyze ' +
    "or compare multiple files. Each file's content is returned with its " +
    "path as a reference. Failed reads for individual files won't stop " +
    'the entire operation. Only works within allowed directories.',
  input: z.object({
    paths: z
      .array(z.string())
      .min(1)
      .describe(
        'Array of file paths to read. Each path must be a string pointing to a valid file within allowed directories.',
      ),
  }),
  output: text,
  annotations: reading,
  run: async ({ paths }, context) => {
    const folders = await allowedFolders(context);
    const parts = await Promise.all(
      paths.map(async (path) => {
        try {
          return `${path}:\n${await readFile(await resolvePath(path, folders), 'utf8')}\n`;
        } catch (error) {
          return `${path}: Error - ${error instanceof Error ? error.message : String(error)}`;
        }
      }),
    );
    return { content: parts.join('\n---\n') };
  },
});
