import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const time = new Date('2026-01-02T03:04:05Z');
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Fills a folder with the files that the calls of filesystem need. */
export function prepareFolder(folder: string): void {
  for (const name of ['docs', 'empty', 'deep/er']) mkdirSync(join(folder, name), { recursive: true });
  const files: Readonly<Record<string, string | Buffer>> = {
    'docs/lines.txt': 'line 1\nline 2\nline 3\nline 4\n',
    'docs/windows.txt': 'one\r\ntwo\r\nthree',
    'docs/quotes.md': '# "Quoted"\n\n```js\n`a`\n```\n',
    'docs/long.txt': Array.from({ length: 500 }, (_none, index) => `Zeile ${index} ü`).join('\n'),
    'deep/er/note.md': 'deep',
    'empty.txt': '',
    'private.txt': 'private',
    'caf\u00e9.txt': 'coffee',
    'dot.png': Buffer.from(dot, 'base64'),
    'beep.wav': Buffer.from('RIFF'),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  chmodSync(join(folder, 'private.txt'), 0o600);
  symlinkSync('/etc/hostname', join(folder, 'outside-link.txt'));
  for (const name of ['docs/lines.txt', 'docs']) utimesSync(join(folder, name), time, time);
}
