// For clients that are commands: each call is a process, and what it prints is what was seen.
import { spawn } from 'node:child_process';
import process from 'node:process';

export function run(program, args, { signal } = {}) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  signal?.addEventListener('abort', () => child.kill('SIGINT'));
  let printed = '';
  let complained = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (complained += text));
  return new Promise((done, fail) => {
    child.on('close', (code) => {
      const text = printed.trim();
      if (text === '') fail(new Error(complained));
      else done(isJson(text) ? JSON.parse(text) : code === 0 ? text : `${text}\n${complained}`);
    });
  });
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
