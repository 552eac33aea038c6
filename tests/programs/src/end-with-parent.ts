import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends a child when this process ends, by whatever: of SIGKILL it hears nothing, and so a process beside it waits for the end of a pipe from here.
 * It ends a child too that is paused, and one that would not end by itself.
 */
export function endWithParent(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  // In a group of its own: what ends a whole run by its group would take it along.
  const guard = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', ignore);
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}

function ignore(): void {
  // Where there is no shell, children are left to who has started the run.
}
