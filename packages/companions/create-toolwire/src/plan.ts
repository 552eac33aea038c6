/** A file that is written. */
export interface FileChange {
  /** From the folder of the project, with `/`. */
  readonly path: string;
  /** What it holds now; nothing where it is new. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What is to be done, before any of it is. */
export interface Plan {
  /** In a sentence, for whoever has to agree. */
  readonly title: string;
  readonly files: readonly FileChange[];
  /** What is left for the user to do. */
  readonly next: readonly string[];
}

/** What was asked for cannot be done; the message says what can. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}
