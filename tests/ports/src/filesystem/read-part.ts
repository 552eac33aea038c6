import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

const chunkBytes = 1024;
const newline = 0x0a;

/** The first lines of a file. Reads no more than it needs. */
export async function readHead(path: string, lines: number): Promise<string> {
  let text = '';
  let ends = 0;
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: chunkBytes })) {
    text += String(chunk);
    ends += String(chunk).split('\n').length - 1;
    if (ends >= lines) break;
  }
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  return all.slice(0, lines).join('\n');
}

/** The last lines of a file. Reads from its end. */
export async function readTail(path: string, lines: number): Promise<string> {
  const file = await open(path);
  try {
    let bytes = Buffer.alloc(0);
    let start = (await file.stat()).size;
    while (start > 0 && bytes.filter((byte) => byte === newline).length < lines) {
      const length = Math.min(chunkBytes, start);
      start -= length;
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
      bytes = Buffer.concat([buffer, bytes]);
    }
    const text = bytes.toString('utf8').replaceAll('\r\n', '\n');
    return text.split('\n').slice(-lines).join('\n');
  } finally {
    await file.close();
  }
}
