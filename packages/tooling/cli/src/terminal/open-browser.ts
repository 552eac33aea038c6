import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Terminal } from './terminal.ts';

/** Opens a page in the user's browser, or in the program that BROWSER names. */
export function openBrowser(url: URL, { environment }: Terminal): void {
  const [program, ...args] = browserCommand(environment['BROWSER'], url.href);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  // The URL is printed in the terminal too.
  child.on('error', () => {});
  child.unref();
}

function browserCommand(browser: string | undefined, address: string): readonly [string, ...string[]] {
  if (browser !== undefined && browser !== '') return [browser, address];
  if (process.platform === 'darwin') return ['open', address];
  // Without a shell, which would interpret the ampersands of the URL.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
