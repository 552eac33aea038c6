const contentTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** Returns the content type of a file by the extension of its name; `undefined` if the extension is unknown. */
export function contentTypeOf(fileName: string): string | undefined {
  const extension = /\.[a-z0-9]+$/.exec(fileName.toLowerCase())?.[0] ?? '';
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined;
}
