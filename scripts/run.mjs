import { spawn } from 'node:child_process';
import process from 'node:process';
import { root } from './packages.mjs';

/**
 * Runs a program of the workspace to its end and keeps what it says.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>} A code other than 0 when it failed, or could not start.
 */
export function run(program, args) {
  return new Promise((done) => {
    const command = program === 'node' ? process.execPath : program;
    const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32' });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => done({ code: 1, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
