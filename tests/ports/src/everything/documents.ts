import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { defineResource } from 'toolwire';

const mimeTypes: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.json': 'application/json',
};

/** A resource for each file of a folder. */
export function documentsOf(folder: string) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) =>
    defineResource({
      uri: `demo://resource/static/document/${encodeURIComponent(name)}`,
      name,
      mimeType: mimeTypes[extname(name).toLowerCase()] ?? 'text/plain',
      description: `Static document file exposed from /docs: ${name}`,
      read: () => readFileSync(join(folder, name), 'utf8'),
    }),
  );
}
