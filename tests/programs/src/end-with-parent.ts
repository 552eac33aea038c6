import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends a child when this process ends in any way. SIGKILL cannot be handled, so a separate process waits for the end of a pipe.
 * This also ends a paused child, and a child that ignores signals.
 */
export function endWithParent(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  // In a separate process group, so that a signal to the group of the run does not end it.
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
  // Without a shell, the parent of the run must end the children.
}
