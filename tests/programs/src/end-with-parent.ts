import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends a child when this process ends in any way. SIGKILL cannot be handled, so a separate process waits for the end of a pipe.
 * This also ends a paused child, and a child that ignores signals.
 */
export function endWithParent(child: ChildProcess): void {
  if (child.pid !== undefined) child.once('exit', endProcessWithParent(child.pid));
}

/** Ends a process that is not a child, such as a daemon, like `endWithParent`. Returns a function that stops waiting. */
export function endProcessWithParent(pid: number): () => void {
  // In a separate process group, so that a signal to the group of the run does not end it.
  const guard = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', ignore);
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return () => void guard.kill('SIGKILL');
}

function ignore(): void {
  // Without a shell, the parent of the run must end the children.
}
