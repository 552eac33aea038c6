import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Terminal } from './terminal.ts';

/** Copies text to the clipboard of the user, with a program or else with the terminal. */
export async function copyText(
  text: string,
  { write, environment }: Pick<Terminal, 'write' | 'environment'>,
): Promise<void> {
  const program = clipboardProgram(environment);
  if (program === undefined || !(await copyWithProgram(text, program))) copyWithTerminal(text, write);
}

interface ClipboardProgram {
  readonly command: readonly [string, ...string[]];
  /** Variables that the program gets in addition. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The encoding of its input. Default: UTF-8. */
  readonly encoding?: BufferEncoding;
}

function clipboardProgram(environment: Terminal['environment']): ClipboardProgram | undefined {
  // Without a locale of UTF-8, pbcopy reads its input as MacRoman.
  if (process.platform === 'darwin') return { command: ['pbcopy'], variables: { LC_ALL: 'en_US.UTF-8' } };
  if (process.platform === 'win32') return windowsProgram;
  if (environment['WAYLAND_DISPLAY']) return { command: ['wl-copy'] };
  return environment['DISPLAY'] ? { command: ['xclip', '-selection', 'clipboard'] } : undefined;
}

/** Gets Base64, because `clip` reads text in the code page of the console, and copies the byte order mark of UTF-16 too. */
const windowsProgram: ClipboardProgram = {
  command: [
    'powershell',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    'Set-Clipboard -Value ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadToEnd())))',
  ],
  encoding: 'base64',
};

function copyWithProgram(text: string, { command, variables, encoding }: ClipboardProgram): Promise<boolean> {
  const [name, ...args] = command;
  const env = { ...process.env, ...variables };
  const child = spawn(name, args, { stdio: ['pipe', 'ignore', 'ignore'], env });
  // A program that is not installed closes its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(Buffer.from(text).toString(encoding));
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Sends OSC 52, with which many terminals copy, also over SSH. */
function copyWithTerminal(text: string, write: Terminal['write']): void {
  write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}

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
