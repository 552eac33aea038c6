// Runs between a client and its server over stdio, and stores the output of the server.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import process from 'node:process';

const [, , file, program, ...args] = process.argv;
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
process.stdin.pipe(child.stdin);
for (const name of ['stdout', 'stderr']) {
  child[name].pipe(process[name]);
  child[name].pipe(createWriteStream(`${file}.${name}`, { flags: 'a' }));
}
child.stdin.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});
