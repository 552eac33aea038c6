import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';

const permissionBits = 0o777;

/** Writes a file. An existing file is replaced as a whole and keeps its permissions, and a link at its path is not followed. */
export async function replaceFile(path: string, text: string): Promise<void> {
  try {
    return await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const { mode } = await stat(path);
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text);
    await chmod(draft, mode & permissionBits);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
