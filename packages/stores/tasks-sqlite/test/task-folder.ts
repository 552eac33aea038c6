import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The path of a file that is not there yet, in a folder of the test's own. */
export function newFile(name = 'tasks.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-tasks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
