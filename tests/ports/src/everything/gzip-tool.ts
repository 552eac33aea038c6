import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { content, defineResource, defineTool, ToolError } from 'toolwire';
import { z } from 'zod';

const maxBytes = Number(process.env['GZIP_MAX_FETCH_SIZE'] ?? 10 * 1024 * 1024);
const maxTimeMs = Number(process.env['GZIP_MAX_FETCH_TIME_MILLIS'] ?? 30_000);
const domains = (process.env['GZIP_ALLOWED_DOMAINS'] ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []);

const mimeType = 'application/gzip';
/** The files of each session by URI. */
const sessions = new Map<string | undefined, Map<string, Uint8Array>>();

/** The files that a session has compressed. */
export const sessionFile = defineResource({
  uri: 'demo://resource/session/{name}',
  name: 'Session Resource',
  mimeType,
  description: 'A file that gzip-file-as-resource compressed in this session.',
  read: (_variables, { uri, sessionId }) => {
    const blob = sessions.get(sessionId)?.get(uri);
    return blob === undefined ? undefined : [{ blob }];
  },
});

export const gzipFile = defineTool({
  id: 'Everything.Gzip',
  version: '1.0.0',
  name: 'gzip-file-as-resource',
  title: 'GZip File as Resource Tool',
  description:
    'Compresses a single file using gzip compression. Depending upon the selected output type, returns either the compressed data as a gzipped resource or a resource link, allowing it to be downloaded in a subsequent request during the current session.',
  input: z.object({
    name: z.string().describe('Name of the output file').default('README.md.gz'),
    data: z
      .url()
      .describe('URL or data URI of the file content to compress')
      .default('https://raw.githubusercontent.com/modelcontextprotocol/servers/refs/heads/main/README.md'),
    outputType: z
      .enum(['resourceLink', 'resource'])
      .default('resourceLink')
      .describe(
        "How the resulting gzipped file should be returned. 'resourceLink' returns a link to a resource that can be read later, 'resource' returns a full resource object.",
      ),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  run: async ({ name, data, outputType }, { sessionId, signal }) => {
    const bytes = await download(checkedUrl(data), AbortSignal.any([signal, AbortSignal.timeout(maxTimeMs)]));
    const blob = gzipSync(bytes);
    const uri = `demo://resource/session/${name}`;
    const files = sessions.get(sessionId) ?? new Map<string, Uint8Array>();
    sessions.set(sessionId, files.set(uri, blob));
    if (outputType === 'resourceLink') return content({ type: 'resource_link', uri, name, mimeType });
    return content({ type: 'resource', resource: { uri, mimeType, blob: blob.toString('base64') } });
  },
});

function checkedUrl(text: string): URL {
  const url = new URL(text);
  const isWeb = ['http:', 'https:'].includes(url.protocol);
  if (!isWeb && url.protocol !== 'data:') {
    throw new ToolError(
      `Error processing file ${text}: Unsupported URL protocol for ${text}. Only http, https, and data URLs are supported.`,
    );
  }
  const isAllowed = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  if (isWeb && domains.length > 0 && !isAllowed) {
    throw new ToolError(`Error processing file ${text}: Domain ${url.hostname} is not in the allowed domains list.`);
  }
  return url;
}

/** Reads a file, and stops at the limit, whatever length its server declares. */
async function download(url: URL, signal: AbortSignal): Promise<Uint8Array> {
  const { body } = await fetch(url, { signal });
  if (body === null) throw new ToolError('No response body');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new ToolError(`Response from ${url.href} exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
