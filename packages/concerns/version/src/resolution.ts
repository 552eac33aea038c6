/** A tool that was found, and how it was asked for. */
export interface Resolved<T> {
  readonly ok: true;
  readonly item: T;
  readonly form: 'exact' | 'shorthand' | 'latest';
}

/** Why no tool was found, in words for users and for developers. */
export interface Unresolved {
  readonly ok: false;
  readonly code: 'invalid_tool_id' | 'tool_not_found' | 'version_not_found';
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers. */
  readonly developerMessage: string;
  /** Tool ids that exist and may have been meant, best first; at most three. */
  readonly suggestions: readonly string[];
}

/** What became of a tool id. */
export type Resolution<T> = Resolved<T> | Unresolved;
