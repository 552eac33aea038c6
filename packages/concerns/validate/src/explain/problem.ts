import type { PathSegment } from '../base/json.ts';

/** One thing that is wrong with a value, ready to be shown. */
export interface Problem {
  readonly path: readonly PathSegment[];
  /** A sentence without its full stop, such as `Must be a number`. */
  readonly text: string;
  /** What follows only where values may be shown, such as `, got the string "infinity"`. */
  readonly reveals?: string;
  /** The words are those of a schema's author or library, and stay as they are. */
  readonly quoted?: boolean;
  /** What is wrong is that the field at the path is not there. */
  readonly isMissing?: boolean;
}

/** What a schema library or validator found wrong at a path. */
export interface Issue {
  readonly path: readonly PathSegment[];
  /** The library's own words. */
  readonly message?: string;
  /** Names at that path which the schema does not know. */
  readonly unknownNames?: readonly string[];
  /** A check that the author wrote in code, of which the JSON Schema knows nothing. */
  readonly byAuthor?: boolean;
}

/** The problem of a field that must be there. */
export const isRequired: Pick<Problem, 'text' | 'isMissing'> = { text: 'Is required', isMissing: true };

/** A problem's words, for the start of a text. */
export function sentence({ text, reveals = '' }: Problem): string {
  return text + reveals;
}

/** A problem's words, for the middle of a text. */
export function lowered(problem: Problem): string {
  const text = sentence(problem);
  return problem.quoted === true ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
