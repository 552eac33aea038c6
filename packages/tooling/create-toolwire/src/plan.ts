import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface FileChange {
  /** The path from the project folder, with `/`. */
  readonly path: string;
  /** The current content; `undefined` for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface Plan {
  /** A sentence that describes the plan to the user. */
  readonly title: string;
  readonly files: readonly FileChange[];
  /** The next steps for the user: commands, with a comment after `#`. */
  readonly next: readonly string[];
  /** The command that adds the tools to Claude Code. */
  readonly connect: string;
}

/** The request can't be fulfilled. The message suggests an alternative. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** Writes the files, unless one of them has changed since. */
export function writePlan(folder: string, { files }: Plan): void {
  for (const { path, before } of files) {
    const file = join(folder, path);
    const current = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const problem = before === undefined ? 'already exists' : 'has changed since';
    if (current !== before) throw new PlanError(`${path} ${problem}. Nothing was written.`);
  }
  for (const { path, after } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), after);
  }
}
